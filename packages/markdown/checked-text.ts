/** Where a text cites a source: `text.slice(from, to)` is `[index]`, in UTF-16 code units. */
export type CitationPosition = { readonly index: number; readonly from: number; readonly to: number };

/** Characters that could form a citation once the text between them is removed. */
const OPEN_BRACKET = /\\?[[【［][ \t\\[]*(?:sources?[ \t:]*)?[\d \t,;，、^:†&–—‑−-]*$/i;
/** A bracket in front of citations; if it closed behind them, they would all become one citation. */
const OPEN_NEST = /\[[ \t]*(?:\[\d{1,3}\][ \t,;]*)+$/;
const TAIL_CHARS = 64;
/** The longest part of a line that a citation can refer to. */
const LINE_CHARS = 800;
const LINE_PREFIX_ONLY = /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/;
const DROPS_BLANK = /[\s.,;:!?)\]…。，、；：！？）]/;

/**
 * The text that leaves the citation filter. It repairs the place where a citation was removed. It drops the
 * space before the citation if a stop or another space follows, drops empty brackets, and prevents the text
 * on both sides from forming new markup.
 */
export class CheckedText {
  #ready = '';
  #tail = '';
  #line = '';
  #length = 0;
  readonly #citations: CitationPosition[] = [];
  /** The text before a removed citation; it is held back until the text after the citation is known. */
  #gap: string | null = null;
  #citedLast = false;
  /** True if something was removed or rewritten behind a bracket that is still open. */
  #isChanged = false;
  /** What a colon does here: a line that begins `[n]:` is a definition, which removals must not create. */
  #colon: 'as written' | 'parted' | null = null;

  /** The places of the citations that were written so far, in order. */
  get citations(): readonly CitationPosition[] {
    return this.#citations;
  }

  /** The end of the current line. */
  get line(): string {
    return this.#line;
  }

  /** The total length of the text that was written. */
  get length(): number {
    return this.#length;
  }

  /** True when the text ends with a citation. */
  get citedLast(): boolean {
    return this.#citedLast;
  }

  /** True when the line so far has only indentation, quote marks and list markers. */
  get atLineStart(): boolean {
    return LINE_PREFIX_ONLY.test(this.#tail + (this.#gap ?? ''));
  }

  /** Adds text that contains no citations. */
  write(text: string): void {
    if (text === '') return;
    const joined = this.#closeGap(text);
    this.#append(this.#colon === 'parted' && joined.startsWith(':') ? ` ${joined}` : this.#unnested(joined));
    this.#isChanged &&= OPEN_NEST.test(this.#tail);
    this.#colon = null;
    this.#citedLast = false;
  }

  /** Writes citations; if `isChanged`, a colon after them must not turn them into a definition. */
  cite(numbers: readonly number[], isChanged: boolean): void {
    const beginsLine = this.atLineStart;
    if (isChanged) this.#isChanged = true;
    for (const index of numbers) {
      const written = `[${index}]`;
      this.write(written);
      this.#citations.push({ index, from: this.#length - written.length, to: this.#length });
    }
    this.#citedLast = true;
    const colon = isChanged ? 'parted' : 'as written';
    this.#colon = beginsLine ? colon : null;
  }

  /**
   * Records that the citation `group` after `lead` was removed. Behind an open bracket, its numbers are
   * written in round brackets instead.
   */
  takeOut(lead: string, group: string): void {
    if (this.#colon === 'as written') this.#colon = 'parted';
    this.#isChanged = true;
    if (OPEN_BRACKET.test(this.#tail)) {
      this.write(`${lead}(${group.replace(/[^\d]+/g, ' ').trim()})`);
    } else if (this.#gap === null) {
      this.#gap = lead === '' && /[`~!\\]$/.test(this.#tail) ? ' ' : lead;
    }
  }

  /** Records that text without citations was removed. */
  markChanged(): void {
    this.#isChanged = true;
  }

  /** Returns the text that was written since the last call. */
  take(): string {
    const ready = this.#ready;
    this.#ready = '';
    return ready;
  }

  #append(text: string): void {
    this.#ready += text;
    this.#length += text.length;
    const line = this.#line + text;
    this.#line = line.slice(line.lastIndexOf('\n') + 1).slice(-LINE_CHARS);
    this.#tail = (this.#tail + text).slice(-TAIL_CHARS);
  }

  /** Returns the text, and escapes a bracket that would close a citation begun before a removal. */
  #unnested(text: string): string {
    const isNest = this.#isChanged && OPEN_NEST.test(this.#tail);
    return isNest ? text.replace(/^[ \t,;]*(?=\])/, '$&\\') : text;
  }

  #closeGap(text: string): string {
    const gap = this.#gap;
    this.#gap = null;
    if (gap === null) return text;
    if (gap.endsWith('(')) return text.startsWith(')') ? text.slice(1) : gap + text;
    return /[,;]/.test(gap) || DROPS_BLANK.test(text.charAt(0)) ? text : gap + text;
  }
}
