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
