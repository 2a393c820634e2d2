/** A mutant that no test can kill, because its effect cannot be observed. */
export type Equivalent = {
  readonly file: string;
  readonly operator: string;
  /** Part of the line, as it is in the JavaScript without types. */
  readonly code: string;
  /** The text after the change, if only one of several changes to the line is equivalent. */
  readonly is?: string;
  readonly reason: string;
};

/** Mutants that were reviewed and have no observable effect. They are left out of the sample. */
export const equivalents: readonly Equivalent[] = [
  {
    file: 'src/cache/cache.ts',
    operator: 'condition-negated',
    code: 'sort(([a], [b]) => (a < b ? -1 : 1))',
    reason: 'Sorted in the other direction, the fields are also in one order, whatever their order was.',
  },
  {
    file: 'src/cache/cache.ts',
    operator: 'operator-swapped',
    code: 'sort(([a], [b]) => (a < b ? -1 : 1))',
    reason: 'No two fields of an object have the same name.',
  },
  {
    file: 'src/read/pdf.ts',
    operator: 'number-changed',
    code: "text.split('\\n', 1)[0]",
    is: '2',
    reason: 'The first line is the same if the second one is split off, too.',
  },
  {
    file: 'src/select/repeats.ts',
    operator: 'number-changed',
    code: 'let hash = 0;',
    reason: 'A hash that begins with another number distinguishes words as well.',
  },
  {
    file: 'src/core/relevance.ts',
    operator: 'operator-swapped',
    code: 'for (let term = 0; term < terms; term++)',
    is: '<=',
    reason: 'No text has a count for the term after the last.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'number-changed',
    code: '((first & 31) << 5)',
    reason:
      'The index only rules words out before their terms are compared; with other bits, it rules out fewer.',
  },
  {
    file: 'src/select/terms.ts',
    operator: 'number-changed',
    code: 'new Uint8Array(2048)',
    reason: 'A place outside the index rules nothing out.',
  },
  {
    file: 'src/instant/sum-tokens.ts',
    operator: 'operator-swapped',
    code: 'while (to < text.length && isInNumber(text, to)) to++;',
    is: '<=',
    reason: 'No character is beyond the end, so none belongs to a number.',
  },
  {
    file: 'src/observe/traceparent.ts',
    operator: 'operator-swapped',
    code: 'traceId === undefined || spanId === undefined',
    reason: 'A field that fits has all three parts, and one that does not has none.',
  },
];
