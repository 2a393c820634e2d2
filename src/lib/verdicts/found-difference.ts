/** The point on which a statement and a source disagree. */
export type FoundDifference = {
  readonly kind: 'number' | 'date' | 'unit' | 'name' | 'negation';
  /** The part of the statement that differs; for a negation, its whole text. */
  readonly stated: string;
  /** The words of the source in its place, with their offsets in the evidence. */
  readonly found: string;
  readonly from: number;
  readonly to: number;
};
