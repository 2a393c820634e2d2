import type { Source } from '../core/terms.ts';
import { countTokens } from '../core/tokens.ts';
import type { Unit } from './units.ts';

/**
 * A token seldom has this many characters, so a longer text certainly does not fit and need not be counted
 * exactly.
 */
export const MOST_TOKEN_CHARS = 10;

/** The exact number of tokens in sources: a title, a colon, and the passages, each on a separate line. */
export function tokensOfSources(sources: readonly Source[]): number {
  return countTokens(textOf(sources));
}

/**
 * Whether sources have at most this many tokens. Each token has at least one byte, so short texts need not be
 * counted.
 */
export function fit(sources: readonly Source[], maxTokens: number): boolean {
  const text = textOf(sources);
  if (Buffer.byteLength(text) <= maxTokens) return true;
  return text.length <= maxTokens * MOST_TOKEN_CHARS && countTokens(text) <= maxTokens;
}

function textOf(sources: readonly Source[]): string {
  return sources.map(toText).join('\n');
}

function toText({ title, passages }: Source): string {
  return passages.length === 0 ? title : `${title}: ${passages.map(({ text }) => text).join('\n')}`;
}

/**
 * Makes sources from the selected units and counts their tokens; while there are too many tokens, the units
 * that were selected last are removed. A text has slightly more or fewer tokens than its sentences counted
 * one by one, so this nearly always takes one or two rounds.
 */
export function trim(
  taken: ReadonlySet<Unit>,
  maxTokens: number,
  toSources: (units: ReadonlySet<Unit>) => readonly Source[],
): readonly Source[] {
  const kept = [...taken];
  for (;;) {
    const sources = toSources(new Set(kept));
    const excess = tokensOfSources(sources) - maxTokens;
    if (excess <= 0 || kept.length === 0) return sources;
    for (let less = 0; less < excess && kept.length > 0; ) less += kept.pop()?.tokens ?? 0;
  }
}
