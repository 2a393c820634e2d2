import type { PageRows } from './matrix.ts';

/** Pages that are held out of the training together. */
export type Fold = { readonly name: string; readonly holds: (page: PageRows, at: number) => boolean };

/**
 * Evaluated, but never used for training: other extractors made their texts, or there are too few of them.
 */
const NOT_LEARNED: readonly string[] = ['mozilla', 'defuddle', 'polish'];
/** Sets that are held out together, so that none is evaluated by a forest trained on very similar sets. */
const GROUPS: readonly (readonly string[])[] = [
  ['wcxb-article', 'daniel-2012', 'scripts'],
  ['fundus', 'news-2023', 'cleaneval'],
  ['wcxb-forum', 'wcxb-product', 'wcxb-listing'],
  ['wcxb-documentation', 'wcxb-service', 'wcxb-collection'],
  ['article-extraction-benchmark', 'trafilatura-eval'],
];
const PAGE_FOLDS = 4;

/** Contains the pages that are never used for training. */
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
