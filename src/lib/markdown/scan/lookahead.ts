/**
 * The result of reading at a position in growing text: what was found, null for nothing, or that only more
 * text can tell.
 */
export type Lookahead<T> = T | null | 'needs more';
