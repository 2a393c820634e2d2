/** What the operator wants left out of all results; null leaves it to the service. */
export type SearchFilter = {
  /** As SearXNG counts: `0` shows everything, `1` is moderate, `2` strict. */
  readonly safesearch: '0' | '1' | '2' | null;
  /** How old a page may be. */
  readonly timeRange: 'day' | 'week' | 'month' | 'year' | null;
};

/** Nothing is left out. */
export const NO_FILTER: SearchFilter = { safesearch: null, timeRange: null };

/** How one service spells it; a word it has not is not sent. */
export type FilterSpelling = {
  readonly safesearch?: readonly [name: string, values: Readonly<Record<'0' | '1' | '2', string>>];
  readonly timeRange?: readonly [
    name: string,
    values: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>,
  ];
};

/** The filter as parameters of one service; empty where nothing is to be left out. */
export function filterParameters(filter: SearchFilter, spelling: FilterSpelling): Record<string, string> {
  const parameters: Record<string, string> = {};
  if (filter.safesearch !== null && spelling.safesearch !== undefined) {
    const [name, values] = spelling.safesearch;
    parameters[name] = values[filter.safesearch];
  }
  if (filter.timeRange !== null && spelling.timeRange !== undefined) {
    const [name, values] = spelling.timeRange;
    parameters[name] = values[filter.timeRange];
  }
  return parameters;
}
