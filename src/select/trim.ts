import type { Source } from '../core/terms.ts';
import { countTokens } from '../core/tokens.ts';
import type { Unit } from './units.ts';

/** The exact number of tokens in sources: a title, a colon, the passages, each on a line of its own. */
export function tokensOfSources(sources: readonly Source[]): number {
  return countTokens(sources.map(toText).join('\n'));
}

function toText({ title, passages }: Source): string {
  return passages.length === 0 ? title : `${title}: ${passages.map(({ text }) => text).join('\n')}`;
}

/**
 * Makes sources of the selected units and counts their tokens; while there are too many, the units that were
 * selected last are left out. A text has a few tokens more or less than its sentences have one by one, so
 * this nearly always takes one or two rounds.
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
