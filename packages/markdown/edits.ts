/** What the output policy does with the characters that come next. */
export type Edit = {
  /** They are written as they are, `text` is written instead, or `text` is read instead. */
  readonly kind: 'retain' | 'replace' | 'reread';
  /** How many characters it concerns. */
  readonly length: number;
  /** What takes their place; empty if they are kept. */
  readonly text: string;
};

/** An edit, or that only more text can tell which. */
export type EditDecision = Edit | 'needs more';

/** Writes the characters as they are. */
export function retain(length: number): Edit {
  return { kind: 'retain', length, text: '' };
}

/** Writes something else instead of the characters. */
export function replace(length: number, text: string): Edit {
  return { kind: 'replace', length, text };
}

/** Has something else read instead of the characters. */
export function reread(length: number, text: string): Edit {
  return { kind: 'reread', length, text };
}

/** How much of the end of the text is kept for comparisons. */
const MAX_TAIL_CHARS = 8;
/** Text that must not be joined to what followed a bracket: both together could be markup or an address. */
const MUST_NOT_JOIN = /(?:[<!\]&`\\:/~]|&[#\w]*|https?|htt?|h|ft?p?|w{1,3})$/i;

/** The text that leaves the output policy. */
export class SanitizedText {
  #ready = '';
  #tail = '';
  #length = 0;
  readonly #shifts: { readonly from: number; readonly by: number }[] = [];

  /** The total length of the text that was written. */
  get length(): number {
    return this.#length;
  }

  /** Adds text. */
  write(text: string): void {
    this.#ready += text;
    this.#length += text.length;
    this.#tail = (this.#tail + text).slice(-MAX_TAIL_CHARS);
  }

  /** Returns the text that was written since the last call. */
  take(): string {
    const ready = this.#ready;
    this.#ready = '';
    return ready;
  }

  /** Whether the end of the text matches; at most eight characters are kept. */
  endsWith(pattern: RegExp): boolean {
    return pattern.test(this.#tail);
  }

  /** The words, with a space if they must not be joined to the text. */
  apart(words: string): string {
    return MUST_NOT_JOIN.test(this.#tail) ? ` ${words}` : words;
  }

  /** Code, with a space if the text ends with a backtick or a backslash. */
  apartFromMarks(code: string): string {
    return /[`\\]$/.test(this.#tail) ? ` ${code}` : code;
  }

  /** Records that this is how far the text was read for what is written. */
  notePlace(from: number): void {
    const by = this.#length - from;
    if (by !== (this.#shifts.at(-1)?.by ?? 0)) this.#shifts.push({ from, by });
  }

  /** The place in this text of a place in the text that was read. */
  placeOf(at: number): number {
    return at + (this.#shifts.findLast(({ from }) => from <= at)?.by ?? 0);
  }
}
