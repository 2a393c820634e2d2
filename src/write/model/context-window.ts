/** The context window of a model as its server reports it. */
export type ContextWindow = {
  /** For prompt and answer together. */
  readonly tokens: number;
  /** How the operator can enlarge it, as words that follow "Remedy:". */
  readonly enlarge: string;
};

/** A number of tokens in a server's reply; null for anything else. */
export function toWindowTokens(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}
