import { isLanguageTag } from '@sayso/text/language.ts';
import { firstChars } from '@sayso/text/text.ts';
import { ANY_SCOPE, SAFE_SEARCH_LEVELS, type Scope, type ScopePart } from '../../core/scope.ts';
import type { SafeSearchLevel, SearchOutcome } from '../search.ts';

/** Parameters of a call, in its URL or its body. */
type CallParameters = Readonly<Record<string, unknown>>;

/** One service's notation for safe search and the parts of a scope. Parts without an entry are not sent. */
export type Notation = {
  readonly safesearch?: readonly [name: string, values: Readonly<Record<'0' | '1' | '2', string | boolean>>];
  /** Gets the first part of a BCP 47 tag, in lower case. */
  readonly language?: (code: string) => CallParameters;
  /** Gets an ISO 3166-1 alpha-2 code in upper case. */
  readonly country?: (code: string) => CallParameters;
  /** For services with one parameter for language and country. The language may include a country. */
  readonly locale?: (tag: string) => CallParameters;
  /** Gets two ISO dates, inclusive. */
  readonly period?: (since: string, until: string) => CallParameters;
  /** Gets the sites to use and the sites to leave out, at least one. */
  readonly sites?: (sites: Scope['sites']) => CallParameters;
  /** Its query syntax: `all` for `site:`, `OR` and `-site:`; `one` for `site:` once. */
  readonly siteOperators?: 'all' | 'one';
};

/** The first day of a period that has no beginning; the web had no pages yet. */
const FIRST_DAY = '1990-01-01';

const COUNTRY_CODE = /^[a-z]{2}$/i;
const HOST_NAME = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

/** The parts of a scope that are sent to a service with this notation. */
export function sentParts(notation: Notation): ReadonlySet<ScopePart> {
  const { language, country, locale, period, sites, siteOperators, safesearch } = notation;
  const parts: readonly (readonly [ScopePart, unknown])[] = [
    ['language', language ?? locale],
    ['country', country ?? locale],
    ['since', period],
    ['until', period],
    ['sites.only', sites ?? siteOperators],
    ['sites.never', sites ?? (siteOperators === 'all' || undefined)],
    ['safe_search', safesearch],
  ];
  return new Set(parts.flatMap(([part, parameters]) => (parameters === undefined ? [] : part)));
}

/** Google's notation for periods, which services that ask Google take over. */
export function googlePeriod(since: string, until: string): CallParameters {
  return { tbs: `cdr:1,cd_min:${american(since)},cd_max:${american(until)}` };
}

/** An ISO date in the format of Google's form: `12/31/2024`. */
function american(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(month)}/${Number(date)}/${year}`;
}

/** A notation for services with one list of the sites to use and one of those to leave out. */
export function siteLists(onlyName: string, neverName: string): NonNullable<Notation['sites']> {
  return ({ only, never }) => ({
    ...(only.length > 0 && { [onlyName]: only }),
    ...(never.length > 0 && { [neverName]: never }),
  });
}

/** The scope as parameters of one service; empty if it has no limits. */
export function scopeParameters(notation: Notation, scope: Scope): CallParameters {
  const { language, country, locale, period } = notation;
  const { since, until } = scope;
  const [only, never] = [scope.sites.only.filter(isHostName), scope.sites.never.filter(isHostName)];
  const tag = languageTagOf(scope);
  const code = scope.country !== null && COUNTRY_CODE.test(scope.country) ? scope.country : null;
  return merged([
    tag !== null && locale?.(tag),
    isLanguageTag(scope.language) && language?.(primary(scope.language)),
    code !== null && country?.(code.toUpperCase()),
    hasPeriod(scope) && period?.(since ?? FIRST_DAY, until ?? new Date().toISOString().slice(0, 10)),
    only.length + never.length > 0 && notation.sites?.({ only, never }),
  ]);
}

/** All parameters; those that are objects of the same name become one object. */
function merged(all: readonly (CallParameters | false | undefined)[]): CallParameters {
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of all.flatMap((each) => Object.entries(each || {})))
    parameters[name] = isObject(value) ? { ...(parameters[name] ?? {}), ...value } : value;
  return parameters;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a name that cannot be mistaken for a part of a query's or a rule's syntax. */
export function isHostName(site: string): boolean {
  return HOST_NAME.test(site);
}

/** Safe search as parameters; the stricter of the operator's level and the scope's counts. */
export function safeSearchParameters(
  notation: Notation,
  safesearch: SafeSearchLevel,
  scope: Scope = ANY_SCOPE,
): Record<string, string | boolean> {
  const level = stricterLevel(safesearch, scope);
  if (level === null || notation.safesearch === undefined) return {};
  const [name, values] = notation.safesearch;
  return { [name]: values[level] };
}

/** The stricter of the operator's level and that of a scope, so that no caller can undo the operator's. */
export function stricterLevel(set: SafeSearchLevel, { safeSearch }: Scope): SafeSearchLevel {
  if (safeSearch === undefined) return set;
  const wanted = SAFE_SEARCH_LEVELS.indexOf(safeSearch);
  // No level counts as 0, like the lowest one.
  return (['0', '1', '2'] as const)[Math.max(wanted, Number(set))] ?? set;
}

/** A scope's language and country, or null. A country alone implies its most common language. */
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

/**
 * The words, at most `maxChars`, with the sites as operators after them. If the sites would take more than
 * half of the length, they are left out: hits outside the scope are dropped later in any case.
 */
export function withSites(
  words: string,
  { sites }: Scope,
  { maxChars, notation: { siteOperators } }: { readonly maxChars: number; readonly notation: Notation },
): string {
  const operators = siteOperators === undefined ? '' : operatorsFor(sites, siteOperators);
  if (operators === '' || operators.length > maxChars / 2) return firstChars(words, maxChars).toWellFormed();
  return `${firstChars(words, maxChars - operators.length - 1).toWellFormed()} ${operators}`;
}

function operatorsFor(sites: Scope['sites'], kind: 'all' | 'one'): string {
  const operators = (prefix: string, hosts: readonly string[]) =>
    hosts.filter(isHostName).map((host) => `${prefix}${host}`);
  const only = operators('site:', sites.only);
  if (kind === 'one') return only.length === 1 ? only.join('') : '';
  const either = only.length > 1 ? [`(${only.join(' OR ')})`] : only;
  return [...either, ...operators('-site:', sites.never)].join(' ');
}

/** White space as in Python's `str.split`, by which SearXNG splits queries. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python counts four of them as white space.
const BLANKS = /[\s\u001c-\u001f\u0085]+/u;
/** Python's `isdigit` is also true for superscript digits, which make searx fail. */
const TIME_LIMIT = /^<(?=[\p{Nd}\p{No}])/u;

/**
 * Removes SearXNG's and searx's query syntax from a question: `!engine`, `!!bang` (a redirect to another
 * site), `?engine`, `:language`, `<seconds`. Only the marks are removed, and the words stay; the result is
 * empty if the question consists only of marks.
 */
export function withoutSearchSyntax(question: string): string {
  return question.split(BLANKS).map(disarm).filter(Boolean).join(' ');
}

function disarm(token: string): string {
  return token.replace(/^[!?:]+/u, '').replace(TIME_LIMIT, '< ');
}

/**
 * Asks once more without language and country if the back-end refuses a parameter; a result then names them
 * as `unsent`. `sends` has the parts of a scope that the back-end sends.
 */
export async function retryIfRefused(
  scope: Scope,
  sends: ReadonlySet<ScopePart>,
  ask: (scope: Scope) => Promise<SearchOutcome>,
): Promise<SearchOutcome> {
  const outcome = await ask(scope);
  if (outcome.status !== 'failed' || outcome.reason !== 'bad-parameter') return outcome;
  const unsent = (['language', 'country'] as const).filter(
    (part) => sends.has(part) && scope[part] !== ANY_SCOPE[part],
  );
  if (unsent.length === 0) return outcome;
  const { language, country } = ANY_SCOPE;
  const again = await ask({ ...scope, language, country });
  return again.status === 'ok' ? { ...again, unsent } : again;
}
