/** What was found at a position in growing text; null for nothing, or that only more text can tell. */
export type Lookahead<T> = T | null | 'needs more';
