/** What decides whether a number in brackets could arise from pieces that stood apart before. */
const OPEN_BRACKET = /\\?[[【［][ \t\\[]*(?:sources?[ \t:]*)?[\d \t,;，、^:†&–—‑−-]*$/i;
const TAIL_CHARS = 64;
const LINE_PREFIX_ONLY = /(?:^|\n)(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*$/;
const DROPS_BLANK = /[\s.,;:!?)\]…。，、；：！？）]/;

/**
 * The text that leaves the filter. It mends the place where a citation was taken out: the blank before it goes where it would
 * stand before a stop or another blank, emptied brackets go, and nothing new may arise from what now touches.
 */
export class CheckedText {
  #ready = '';
  #tail = '';
  /** What stood before a citation that was taken out, until it is known what follows. */
  #gap: string | null = null;
  #citedLast = false;
  /** What a colon would do now: a line that begins `[n]:` is a definition, and none may arise that was not written. */
  #colon: 'anywhere' | 'as written' | 'parted' = 'anywhere';

  /** True when a citation was the last thing written. */
  get citedLast(): boolean {
    return this.#citedLast;
  }

  /** True when nothing but indentation, quote marks and list markers stands in the line so far. */
  get atLineStart(): boolean {
    return LINE_PREFIX_ONLY.test(this.#tail + (this.#gap ?? ''));
  }

  write(text: string): void {
    if (text === '') return;
    const mended = this.#mendGap(text);
    this.#append(this.#colon === 'parted' && mended.startsWith(':') ? ` ${mended}` : mended);
    this.#colon = 'anywhere';
    this.#citedLast = false;
  }

  /** Writes citations. `changed`: they were spelt otherwise, so a colon behind them did not make a definition before. */
  cite(numbers: readonly number[], changed: boolean): void {
    const beginsLine = this.atLineStart;
    this.write(numbers.map((number) => `[${number}]`).join(''));
    this.#citedLast = true;
    this.#colon = beginsLine ? (changed ? 'parted' : 'as written') : 'anywhere';
  }

  /** Notes that a citation behind `lead` was taken out. */
  takeOut(lead: string, group: string): void {
    if (this.#colon === 'as written') this.#colon = 'parted';
    if (OPEN_BRACKET.test(this.#tail)) {
      this.write(`${lead}(${group.replace(/[^\d]+/g, ' ').trim()})`);
    } else if (this.#gap === null) {
      this.#gap = lead === '' && /[`~!\\]$/.test(this.#tail) ? ' ' : lead;
    }
  }

  /** What was written since it was last asked. */
  take(): string {
    const ready = this.#ready;
    this.#ready = '';
    return ready;
  }

  #append(text: string): void {
    this.#ready += text;
    this.#tail = text.length >= TAIL_CHARS ? text.slice(-TAIL_CHARS) : (this.#tail + text).slice(-TAIL_CHARS);
  }

  #mendGap(text: string): string {
    const gap = this.#gap;
    this.#gap = null;
    if (gap === null) return text;
    if (gap.endsWith('(')) return text.startsWith(')') ? text.slice(1) : gap + text;
    return /[,;]/.test(gap) || DROPS_BLANK.test(text.charAt(0)) ? text : gap + text;
  }
}
