import type { SearchRecord } from '../../../core/events.ts';

const SCOPE_WORDS = {
  language: 'language',
  country: 'country',
  since: 'since',
  until: 'until',
  'sites.only': 'sites',
  'sites.never': 'exclude_sites',
  safe_search: 'safe search',
} as const;

/** What a caller must know of a search besides its hits, in sentences; empty if nothing. */
export function notesOn(searches: readonly SearchRecord[]): readonly string[] {
  const ignored = new Set(
    searches.flatMap(({ trail }) =>
      trail.filter(({ status }) => status === 'ok').flatMap((attempt) => attempt.ignored ?? []),
    ),
  );
  const isEmpty = searches.length > 0 && searches.every(({ outcome }) => outcome.status !== 'ok');
  return [
    ...(isEmpty ? ['Nothing was found. Try other words, fewer words or no filters.'] : []),
    ...(ignored.size > 0
      ? [`The search could not apply: ${[...ignored].map((part) => SCOPE_WORDS[part]).join(', ')}.`]
      : []),
  ];
}
