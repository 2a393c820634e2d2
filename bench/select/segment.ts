import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** A piece of context: which page it is from, by its place in the list, and what it says. */
export type Segment = { readonly page: number; readonly text: string };

/** Tokens of o200k_base in a text. */
export function tokensOf(text: string): number {
  return countTokens(text);
}

/** Tokens of a context: all its segments, a line break between two. */
export function contextTokensOf(segments: readonly Segment[]): number {
  return countTokens(segments.map(({ text }) => text).join('\n'));
}
