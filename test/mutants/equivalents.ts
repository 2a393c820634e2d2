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
export const equivalents: readonly Equivalent[] = [];
