import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** The number of o200k_base tokens in a text. Special tokens are ordinary text in a page. */
export function tokensOf(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set<string>() });
}
