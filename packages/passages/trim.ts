import { estimateTokens } from '@sayso/text/tokens.ts';
import type { PageSentence } from './sentences.ts';
import type { SelectedSource } from './source.ts';

/** The text of a source, whose tokens are counted. */
type CountedSource = Pick<SelectedSource, 'title' | 'passages'>;

/** A token seldom has this many characters, so a longer text certainly does not fit and need not be counted. */
export const MAX_TOKEN_CHARS = 10;

/** About how many tokens sources have: a title, a colon, and the passages, each on a separate line. */
export function tokensOfSources(sources: readonly CountedSource[]): number {
  return estimateTokens(textOf(sources));
}

/** Whether sources have at most this many tokens. */
export function fit(sources: readonly CountedSource[], maxTokens: number): boolean {
  const text = textOf(sources);
  return text.length <= maxTokens * MAX_TOKEN_CHARS && estimateTokens(text) <= maxTokens;
}

function textOf(sources: readonly CountedSource[]): string {
  return sources.map(toText).join('\n');
}

function toText({ title, passages }: CountedSource): string {
  return passages.length === 0 ? title : `${title}: ${passages.map(({ text }) => text).join('\n')}`;
}

/**
 * Makes sources from the selected sentences; while they have too many tokens, the sentences that were
 * selected last are removed. A text has slightly more or fewer tokens than its sentences counted one by one,
 * so this nearly always takes one or two rounds.
 */
export function trim<Text extends CountedSource>(
  taken: ReadonlySet<PageSentence>,
  maxTokens: number,
  toSources: (sentences: ReadonlySet<PageSentence>) => readonly Text[],
): readonly Text[] {
  const kept = [...taken];
  for (;;) {
    const sources = toSources(new Set(kept));
    const excess = tokensOfSources(sources) - maxTokens;
    if (excess <= 0 || kept.length === 0) return sources;
    for (let less = 0; less < excess && kept.length > 0; ) less += kept.pop()?.tokens ?? 0;
  }
}
