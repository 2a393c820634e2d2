/** An interpreted question with its answer. */
export type ResolvedTurn = {
  readonly question: string;
  readonly answer: string;
  /** The question before it; empty if there was none. */
  readonly earlier: string;
  /** Whether the question is the only likely interpretation. */
  readonly isKnown: boolean;
  /** Two things, one of which replaced the other in the question. */
  readonly compared?: string;
};
