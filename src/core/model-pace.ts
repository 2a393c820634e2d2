/** How fast a model reads and writes, as far as it is known now. Tokens are estimated. */
export type ModelPace = {
  /** Null until a call has been measured. */
  readonly readTokensPerSecond: number | null;
  /** Null until a call has been measured. */
  readonly writtenTokensPerSecond: number | null;
  /** The size of the context window, for prompt and answer together; null if it is unknown. */
  readonly windowTokens: number | null;
  /** The size that its server reports, in billions of parameters; null if it reports none. */
  readonly parameters: number | null;
  /** Whether the model is being loaded into memory. */
  readonly isLoading: boolean;
  /** Whether the last prompt began with this text, so that its server need not read it again. */
  hasRead(beginning: string): boolean;
};
