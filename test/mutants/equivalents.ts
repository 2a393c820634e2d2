/** A mutant that no test can kill, because nobody can see a difference. */
export type Equivalent = {
  readonly file: string;
  readonly operator: string;
  /** Part of the line, as the JavaScript without types has it. */
  readonly code: string;
  /** What the change makes of it, where only one of several changes of the line is equivalent. */
  readonly is?: string;
  readonly reason: string;
};

/** The mutants that were looked at and change nothing that can be seen. They are left out of the sample. */
export const equivalents: readonly Equivalent[] = [];
