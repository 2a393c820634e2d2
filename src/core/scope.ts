/** How strictly results for adults are left out, from nothing to everything that may be such. */
export const SAFE_SEARCH_LEVELS = ['off', 'moderate', 'strict'] as const;
export type SafeSearch = (typeof SAFE_SEARCH_LEVELS)[number];

/** The limits that a caller sets on the sources of an answer, in the web or in the documents. */
export type Scope = {
  /** A BCP 47 tag, or `auto` for the language of the question. */
  readonly language: string;
  /** An ISO 3166-1 alpha-2 code; null for any country. */
  readonly country: string | null;
  /** The earliest day of publication to accept, as an ISO 8601 date; null for no limit. */
  readonly since: string | null;
  /** The last day on which a page may have been published; null for no limit. */
  readonly until: string | null;
  /** Absent for what the operator set. */
  readonly safeSearch?: SafeSearch;
  readonly sites: {
    /** Host names; their subdomains count too. Empty for every site. */
    readonly only: readonly string[];
    /** Host names that are left out, with their subdomains. */
    readonly never: readonly string[];
    /** Host names whose pages come before others; absent if there are none. */
    readonly prefer?: readonly string[];
  };
  /** The collection of the operator that alone is searched; absent for the web and all that the caller may see. */
  readonly collection?: string;
};

/** The parts of a scope. A back-end may not support all of them. */
export type ScopePart =
  | 'language'
  | 'country'
  | 'since'
  | 'until'
  | 'sites.only'
  | 'sites.never'
  | 'safe_search';

/** The scope of a question whose caller set no limits. */
export const ANY_SCOPE: Scope = {
  language: 'auto',
  country: null,
  since: null,
  until: null,
  sites: { only: [], never: [] },
};
