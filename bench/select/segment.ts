import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** A piece of context: its page, by the position in the list, and its text. */
export type Segment = { readonly page: number; readonly text: string };

/** Special tokens are ordinary text in a page. */
const ORDINARY = { disallowedSpecial: new Set<string>() };

/** The number of o200k_base tokens in a text. */
export function tokensOf(text: string): number {
  return countTokens(text, ORDINARY);
}

/** The tokens of a context: all its segments, with a line break between two. */
export function contextTokensOf(segments: readonly Segment[]): number {
  return countTokens(segments.map(({ text }) => text).join('\n'), ORDINARY);
}
