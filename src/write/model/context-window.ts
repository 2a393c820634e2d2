/** The context window of a model as its server reports it. */
export type ContextWindow = {
  /** Prompt and answer together. */
  readonly tokens: number;
  /** How the operator makes it larger, in words that follow "Remedy:". */
  readonly enlarge: string;
};

/** A number of tokens, out of what a server sent; null for anything else. */
export function toWindowTokens(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : null;
}
