/**
 * The model that is asked if the settings name none, by provider. Each is the maker's small model for many
 * quick calls, as described where the provider is made (`src/models/providers/by-sdk.ts`).
 */
export const defaultModels = {
  openai: 'gpt-6-luna',
  anthropic: 'claude-haiku-5-5',
  google: 'gemini-3.5-flash-lite',
  mistral: 'mistral-small-latest',
} as const;
