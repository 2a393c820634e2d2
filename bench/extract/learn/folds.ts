import type { PageRows } from './matrix.ts';

/** Pages that are left out of the learning together. */
export type Fold = { readonly name: string; readonly holds: (page: PageRows, at: number) => boolean };

/** Judged, never learned: other extractors made their texts, or there are too few of them. */
const NOT_LEARNED: readonly string[] = ['mozilla', 'defuddle', 'polish'];
/** Sets that are left out together, so that none is judged by what was learned from others much like it. */
const GROUPS: readonly (readonly string[])[] = [
  ['wcxb-article', 'daniel-2012', 'scripts'],
  ['fundus', 'news-2023', 'cleaneval'],
  ['wcxb-forum', 'wcxb-product', 'wcxb-listing'],
  ['wcxb-documentation', 'wcxb-service', 'wcxb-collection'],
  ['article-extraction-benchmark', 'trafilatura-eval'],
];
const PAGE_FOLDS = 4;

/** Holds the pages that nothing is ever learned from. */
export const UNLEARNED: Fold = { name: '', holds: ({ set }) => NOT_LEARNED.includes(set) };

/** The five groups of sets. */
export const SET_GROUPS: readonly Fold[] = GROUPS.map((names) => ({
  name: names.join(' '),
  holds: ({ set }) => names.includes(set),
}));

/** Every page is in one of the folds: groups of sets, single sets, or quarters of the pages of all sets. */
export function foldsOf(kind: string, sets: readonly string[]): readonly Fold[] {
  if (kind === 'groups') return [...SET_GROUPS, UNLEARNED];
  if (kind === 'pages') {
    return Array.from({ length: PAGE_FOLDS }, (_, fold) => ({
      name: `pages ${fold}`,
      holds: (_page, at) => at % PAGE_FOLDS === fold,
    }));
  }
  const learned = sets.filter((name) => !NOT_LEARNED.includes(name));
  return [...learned.map((name): Fold => ({ name, holds: ({ set }) => set === name })), UNLEARNED];
}
