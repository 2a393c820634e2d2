/** The result of testing one part of the configuration with a real call. Contains no secrets. */
export type Diagnosis = {
  /** The part as the operator knows it: "primary (searxng at http://host)". */
  readonly name: string;
  readonly ok: boolean;
  /** What was found, or what is wrong. */
  readonly cause: string;
  /** What to do about it, also for improvements that are not faults; empty when there is nothing to do. */
  readonly remedy: string;
};
