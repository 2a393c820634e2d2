/** What the operator excludes from all results; null leaves it to the service. */
export type SearchFilter = {
  /** SearXNG's levels: `0` shows everything, `1` is moderate, `2` strict. */
  readonly safesearch: '0' | '1' | '2' | null;
  /** The maximum age of a page. */
  readonly timeRange: 'day' | 'week' | 'month' | 'year' | null;
};

/** Excludes nothing. */
export const NO_FILTER: SearchFilter = { safesearch: null, timeRange: null };

/** How one service expresses it; unsupported values are not sent. */
export type FilterSpelling = {
  readonly safesearch?: readonly [name: string, values: Readonly<Record<'0' | '1' | '2', string>>];
  readonly timeRange?: readonly [
    name: string,
    values: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>,
  ];
};

/** The filter as parameters of one service; empty if nothing is excluded. */
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
