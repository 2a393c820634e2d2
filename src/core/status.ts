/** What the service says about itself. */
export type Status = {
  readonly version: string;
  /** True when answers can be written. */
  readonly llmConfigured: boolean;
  /** URL of the first slot without anything secret; empty when there is none. */
  readonly searchPrimaryUrl: string;
  readonly searchSecondaryUrl: string;
};
