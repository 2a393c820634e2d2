/** The beginning of a line that is read to find out what it is, in characters. */
export const MAX_LINE_CHARS = 1024;

/** A line, or the part of it that has arrived so far. */
export type Line = {
  readonly text: string;
  /** True if `text` is all that is looked at: its end is known, or it has `MAX_LINE_CHARS`. */
  readonly isWhole: boolean;
};

/** The result of one step of reading: something was decided for good, or only more text can decide. */
export type Step = 'decided' | 'needs more';

/** Text that arrives in pieces and is read in steps; what was read is dropped, in linear time. */
export class GrowingBuffer {
  #text = '';
  /** The place in `#text` up to which it was read. */
  #at = 0;
  #mayGrow = true;
  #length = 0;

  /** The number of characters that were read, in all pieces. */
  get readChars(): number {
    return this.#length - this.#text.length + this.#at;
  }

  /** True if more text may follow. */
  get mayGrow(): boolean {
    return this.#mayGrow;
  }

  /** The length of the text that has not been read yet. */
  get length(): number {
    return this.#text.length - this.#at;
  }

  /** Adds a piece, the last one if `isFinal`, and takes steps until all is read or one needs more text. */
  read(piece: string, isFinal: boolean, step: () => Step): void {
    this.#text = this.#text.slice(this.#at) + piece;
    this.#at = 0;
    this.#length += piece.length;
    this.#mayGrow = !isFinal;
    while (this.#at < this.#text.length && step() === 'decided') {}
  }

  /** The place of the next match, counted from here; the length of the text if there is none. */
  find(special: RegExp): number {
    special.lastIndex = this.#at;
    return (special.exec(this.#text)?.index ?? this.#text.length) - this.#at;
  }

  /** The character at a place counted from here; empty behind the end. */
  charAt(place: number): string {
    return this.#text.charAt(this.#at + place);
  }

  /** The text between two places counted from here. */
  slice(from: number, to: number): string {
    return this.#text.slice(this.#at + from, this.#at + to);
  }

  /** The line that begins here, as far as it has arrived, up to 1,024 characters. */
  line(): Line {
    const window = this.slice(0, MAX_LINE_CHARS);
    const end = window.indexOf('\n');
    const text = end < 0 ? window : window.slice(0, end);
    return { text, isWhole: end >= 0 || !this.#mayGrow || window.length === MAX_LINE_CHARS };
  }

  /** Reads this many characters. */
  take(length: number): string {
    const text = this.slice(0, length);
    this.#at += length;
    return text;
  }

  /** Reads the line to its end, or as far as it has arrived. */
  takeLine(): string {
    const end = this.#text.indexOf('\n', this.#at);
    return this.take(end < 0 ? this.length : end + 1 - this.#at);
  }

  /** Replaces this many characters by others, which are read next. */
  replace(length: number, text: string): void {
    this.#text = text + this.#text.slice(this.#at + length);
    this.#at = 0;
  }
}

/** What was found at a position in growing text; null for nothing, or that only more text can tell. */
export type Lookahead<T> = T | null | 'needs more';
