import type { PageStep } from './messages.ts';

/** How one search of a deep answer ended: with results if any slot had some. */
export type PlannedSearch = {
  readonly outcome: 'ok' | 'empty' | 'failed';
  /** What it found, and how many of these pages were read. */
  readonly results: number;
  readonly pages: number;
};

/** The searches of a deep answer, in the order of its plan; a page counts for each search that found it. */
export function searchesOf(steps: readonly PageStep[]): readonly PlannedSearch[] {
  const searches: PlannedSearch[] = [];
  const read = new Set(steps.map((step) => (step.kind === 'page' && step.reason === '' ? step.url : '')));
  let search = 0;
  for (const step of steps) {
    if (step.kind === 'query') {
      const { found = [] } = step;
      search = step.search;
      const pages = found.filter((url) => read.has(url)).length;
      searches[search] = { outcome: 'failed', results: found.length, pages };
    }
    const known = searches[search];
    if (step.kind !== 'slot' || known === undefined || known.outcome === 'ok') continue;
    if (step.status === 'ok' || step.status === 'empty')
      searches[search] = { ...known, outcome: step.status };
  }
  return searches;
}
