import { ANY_SCOPE, type Scope, type ScopePart } from '../../core/scope.ts';
import { isLanguageTag } from '../../lib/text/language.ts';

/** The operator's filter for all results; null leaves it to the service. */
export type SearchFilter = {
  /** SearXNG's levels: `0` shows everything, `1` is moderate, `2` strict. */
  readonly safesearch: '0' | '1' | '2' | null;
  /** The maximum age of a page; the period of a scope replaces it. */
  readonly timeRange: 'day' | 'week' | 'month' | 'year' | null;
};

/** Excludes nothing. */
export const NO_FILTER: SearchFilter = { safesearch: null, timeRange: null };

/** Parameters of a call, in its URL or its body. */
export type CallParameters = Readonly<Record<string, unknown>>;

/** One service's notation for a filter and the parts of a scope. Parts without an entry are not sent. */
export type Notation = {
  readonly safesearch?: readonly [name: string, values: Readonly<Record<'0' | '1' | '2', string>>];
  readonly timeRange?: readonly [
    name: string,
    values: Readonly<Record<'day' | 'week' | 'month' | 'year', string>>,
  ];
  /** Gets the first part of a BCP 47 tag, in lower case. */
  readonly language?: (code: string) => CallParameters;
  /** Gets an ISO 3166-1 alpha-2 code in upper case. */
  readonly country?: (code: string) => CallParameters;
  /**
   * For services that have one parameter for language and country. Gets a language, which includes the
   * country if there is one.
   */
  readonly locale?: (tag: string) => CallParameters;
  /** Gets two ISO dates, inclusive. */
  readonly period?: (since: string, until: string) => CallParameters;
  /** Get the sites of a scope, at least one. */
  readonly onlySites?: (sites: readonly string[]) => CallParameters;
  readonly neverSites?: (sites: readonly string[]) => CallParameters;
  /** Its query syntax: `all` for `site:`, `OR` and `-site:`; `one` for `site:` once. */
  readonly siteOperators?: 'all' | 'one';
};

/** The first day of a period that has no beginning; the web had no pages yet. */
const FIRST_DAY = '1990-01-01';

const COUNTRY_CODE = /^[a-z]{2}$/i;

/** The parts of a scope that are sent to a service with this notation. */
export function sentParts(notation: Notation): ReadonlySet<ScopePart> {
  const { language, country, locale, period, onlySites, neverSites, siteOperators } = notation;
  const parts: readonly (readonly [ScopePart, unknown])[] = [
    ['language', language ?? locale],
    ['country', country ?? locale],
    ['since', period],
    ['until', period],
    ['sites.only', onlySites ?? siteOperators],
    ['sites.never', neverSites ?? (siteOperators === 'all' || undefined)],
  ];
  return new Set(parts.flatMap(([part, parameters]) => (parameters === undefined ? [] : part)));
}

/** The scope as parameters of one service; empty if it has no limits. */
export function scopeParameters(notation: Notation, scope: Scope): CallParameters {
  const { language, country, locale, period, onlySites, neverSites } = notation;
  const { since, until, sites } = scope;
  const tag = languageTagOf(scope);
  const code = scope.country !== null && COUNTRY_CODE.test(scope.country) ? scope.country : null;
  return {
    ...(tag !== null && locale?.(tag)),
    ...(isLanguageTag(scope.language) && language?.(primary(scope.language))),
    ...(code !== null && country?.(code.toUpperCase())),
    ...(hasPeriod(scope) && period?.(since ?? FIRST_DAY, until ?? new Date().toISOString().slice(0, 10))),
    ...(sites.only.length > 0 && onlySites?.(sites.only)),
    ...(sites.never.length > 0 && neverSites?.(sites.never)),
  };
}

/**
 * The filter as parameters of one service; empty if nothing is excluded. The period of a scope replaces the
 * time range.
 */
export function filterParameters(
  notation: Notation,
  { safesearch, timeRange }: SearchFilter,
  scope: Scope = ANY_SCOPE,
): Record<string, string> {
  const isReplaced = notation.period !== undefined && hasPeriod(scope);
  const parameters: Record<string, string> = {};
  if (safesearch !== null && notation.safesearch !== undefined) {
    const [name, values] = notation.safesearch;
    parameters[name] = values[safesearch];
  }
  if (timeRange !== null && notation.timeRange !== undefined && !isReplaced) {
    const [name, values] = notation.timeRange;
    parameters[name] = values[timeRange];
  }
  return parameters;
}

/**
 * The language of a scope, combined with its country if there is one; null if there is neither. A country
 * alone implies its most common language.
 */
export function languageTagOf({ language, country }: Scope): string | null {
  const tag = isLanguageTag(language) ? language : null;
  if (country === null || !COUNTRY_CODE.test(country)) return tag;
  const spoken = tag === null ? new Intl.Locale(`und-${country}`).maximize().language : primary(tag);
  return `${spoken}-${country.toUpperCase()}`;
}

function hasPeriod({ since, until }: Scope): boolean {
  return since !== null || until !== null;
}

function primary(tag: string): string {
  return (tag.split('-')[0] ?? '').toLowerCase();
}
