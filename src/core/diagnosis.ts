/** What one real call said about one part of the configuration. No secret in it. */
export type Diagnosis = {
  /** The part as the operator knows it: "primary (searxng at http://host)". */
  readonly name: string;
  readonly ok: boolean;
  /** What is so, or what is wrong, in words. */
  readonly cause: string;
  /** What to do about it, also where it is no fault but could be better; empty where all is well. */
  readonly remedy: string;
};
