import { isLanguageTag } from '@sayso/text/language.ts';
import { Failure } from '../../core/failure.ts';
import { ANY_SCOPE, SAFE_SEARCH_LEVELS, type SafeSearch, type Scope } from '../../core/scope.ts';

/** The scope that a caller asks for, as it was sent; absent parts mean that the caller has no preference. */
export type WantedScope = {
  /** A BCP 47 tag, or `auto`. */
  readonly language?: string | undefined;
  /** An ISO 3166-1 alpha-2 code. */
  readonly country?: string | undefined;
  /** Days as `YYYY-MM-DD`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** `day`, `week`, `month` or `year`, instead of `since`. */
  readonly timeRange?: string | undefined;
  /** `off`, `moderate` or `strict`. */
  readonly safeSearch?: string | undefined;
  /** Host names. */
  readonly only?: readonly string[] | undefined;
  readonly never?: readonly string[] | undefined;
  readonly prefer?: readonly string[] | undefined;
  /** The name of a collection. */
  readonly collection?: string | undefined;
};

/** The caller's name for a part, as the beginning of an error message. */
export type NameScopePart = (part: keyof WantedScope) => string;

/** Names such as "The field `language`"; `others` has those that differ from the usual ones. */
export function scopeNames(
  kind: string,
  others: { readonly [Part in keyof WantedScope]?: string },
): NameScopePart {
  const usual = { timeRange: 'time_range', safeSearch: 'safe_search', ...others };
  return (part) => `The ${kind} \`${usual[part] ?? part}\``;
}

/** The names in the JSON of the service's own interface. */
export const SCOPE_FIELDS = scopeNames('field', {
  only: 'sites.only',
  never: 'sites.never',
  prefer: 'sites.prefer',
});
/** The names of the query parameters of the service's own interface. */
export const SCOPE_PARAMETERS = scopeNames('query parameter', {
  only: 'only_sites',
  never: 'never_sites',
  prefer: 'prefer_sites',
});

/** The maximum number of host names in each list. */
export const MAX_SITES = 20;
/** The values of `time_range`, in days. */
export const TIME_RANGES: ReadonlyMap<string, number> = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
]);
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const COUNTRY = /^[a-z]{2}$/i;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}])?`;
const HOST = new RegExp(String.raw`^${LABEL}(?:\.${LABEL})*$`, 'u');
/** The longest name of the DNS (RFC 1035, 2.3.4). */
const MAX_HOST_CHARS = 253;

/**
 * The scope that a caller wants.
 * @throws Failure `invalid-question` that names the part that is wrong
 */
export function toScope(wanted: WantedScope, nameOf: NameScopePart, nowMs = Date.now()): Scope {
  const { language = ANY_SCOPE.language, country, since, until, timeRange, only, never, prefer } = wanted;
  if (language !== 'auto' && !isLanguageTag(language))
    throw invalid(`${nameOf('language')} must be \`auto\` or the code of a language such as de or pt-BR.`);
  if (country !== undefined && !COUNTRY.test(country))
    throw invalid(`${nameOf('country')} must be a country code of two letters such as DE (ISO 3166-1).`);
  if (timeRange !== undefined && (since !== undefined || until !== undefined))
    throw invalid(`${nameOf('timeRange')} cannot be combined with \`since\` or \`until\`.`);
  const firstDay =
    timeRange === undefined
      ? toDay(since, nameOf('since'))
      : firstDayOf(timeRange, nameOf('timeRange'), nowMs);
  const lastDay = toDay(until, nameOf('until'));
  if (firstDay !== null && lastDay !== null && firstDay > lastDay)
    throw invalid(`${nameOf('since')} is after \`until\`.`);
  return {
    language,
    country: country?.toUpperCase() ?? null,
    since: firstDay,
    until: lastDay,
    ...(wanted.safeSearch !== undefined && { safeSearch: toLevel(wanted.safeSearch, nameOf('safeSearch')) }),
    sites: {
      only: toSites(only, nameOf('only')),
      never: toSites(never, nameOf('never')),
      ...(prefer !== undefined && prefer.length > 0 && { prefer: toSites(prefer, nameOf('prefer')) }),
    },
    // Whether there is such a collection for the caller is seen when it is searched.
    ...(wanted.collection && { collection: wanted.collection }),
  };
}

/** What a text says where a host name is expected: some programs send a whole address, or a path. */
export function hostIn(text: string): string {
  const withoutScheme = text.trim().replace(/^[a-z][a-z\d+.-]{0,20}:\/\//i, '');
  return withoutScheme.split(/[/?#]/, 1)[0] ?? '';
}

/** The host name in canonical form, without the wildcard that some callers write; null for any other text. */
export function toSite(text: string): string | null {
  const host = text
    .trim()
    .replace(/^\*?\./, '')
    .replace(/\.$/, '')
    .toLowerCase();
  return host.length <= MAX_HOST_CHARS && HOST.test(host) && URL.canParse(`http://${host}`) ? host : null;
}

function toSites(given: readonly string[] | undefined, name: string): readonly string[] {
  if (given === undefined) return [];
  if (given.length > MAX_SITES) throw invalid(`${name} can have at most ${MAX_SITES} entries.`);
  const sites = given.map((text) => {
    const site = toSite(text);
    if (site === null) throw invalid(`${name} must be a list of host names such as example.org.`);
    return site;
  });
  return [...new Set(sites)];
}

function toLevel(text: string, name: string): SafeSearch {
  const level = SAFE_SEARCH_LEVELS.find((each) => each === text);
  if (level === undefined) throw invalid(`${name} must be one of ${SAFE_SEARCH_LEVELS.join(', ')}.`);
  return level;
}

function toDay(text: string | undefined, name: string): string | null {
  if (text === undefined) return null;
  const atMs = DAY.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs) || isoDay(atMs) !== text) throw invalid(`${name} must be a day such as 2026-01-31.`);
  return text;
}

function firstDayOf(timeRange: string, name: string, nowMs: number): string {
  const days = TIME_RANGES.get(timeRange);
  if (days === undefined) throw invalid(`${name} must be one of ${[...TIME_RANGES.keys()].join(', ')}.`);
  return isoDay(nowMs - days * DAY_MS);
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function invalid(message: string): Failure {
  return new Failure('invalid-question', message);
}

/** The parameters of a query string that limit the sources of an answer; sites are separated by commas. */
type ScopeParameters = Readonly<Record<string, string | undefined>>;

/**
 * The scope that a query string asks for; an empty parameter counts as absent.
 * @throws Failure `invalid-question` that names a wrong parameter
 */
export function scopeOfParameters(query: ScopeParameters): Scope {
  const textOf = (name: string) => query[name] || undefined;
  const listOf = (name: string) =>
    textOf(name)
      ?.split(',')
      .filter((item) => item.trim() !== '');
  const wanted = {
    language: textOf('language'),
    country: textOf('country'),
    since: textOf('since'),
    until: textOf('until'),
    timeRange: textOf('time_range'),
    safeSearch: textOf('safe_search'),
    only: listOf('only_sites'),
    never: listOf('never_sites'),
    prefer: listOf('prefer_sites'),
    collection: textOf('collection'),
  };
  return toScope(wanted, SCOPE_PARAMETERS);
}
