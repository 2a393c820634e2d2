import { Failure } from '../../core/failure.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import { isLanguageTag } from '../../lib/text/language.ts';

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
  /** Host names. */
  readonly only?: readonly string[] | undefined;
  readonly never?: readonly string[] | undefined;
};

/** The caller's names for the parts, for error messages. */
export type ScopeFieldNames = Readonly<Record<keyof WantedScope, string>>;

/** The names in the JSON of the service's own interface. */
export const SCOPE_FIELDS = namesAs('field', { only: 'sites.only', never: 'sites.never' });
/** The names of the query parameters of the service's own interface. */
export const SCOPE_PARAMETERS = namesAs('query parameter', { only: 'only_sites', never: 'never_sites' });

function namesAs(kind: string, sites: Readonly<Record<'only' | 'never', string>>): ScopeFieldNames {
  const toName = (name: string) => `The ${kind} \`${name}\``;
  return {
    language: toName('language'),
    country: toName('country'),
    since: toName('since'),
    until: toName('until'),
    timeRange: toName('time_range'),
    only: toName(sites.only),
    never: toName(sites.never),
  };
}

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
export function toScope(wanted: WantedScope, names: ScopeFieldNames, nowMs = Date.now()): Scope {
  const { language = ANY_SCOPE.language, country, since, until, timeRange, only, never } = wanted;
  if (language !== 'auto' && !isLanguageTag(language))
    throw wrong(names.language, '`auto` or the code of a language such as de or pt-BR');
  if (country !== undefined && !COUNTRY.test(country))
    throw wrong(names.country, 'a country code of two letters such as DE (ISO 3166-1)');
  if (timeRange !== undefined && (since !== undefined || until !== undefined))
    throw new Failure(
      'invalid-question',
      `${names.timeRange} cannot be combined with \`since\` or \`until\`.`,
    );
  const first = timeRange === undefined ? toDay(since, names.since) : dayOf(timeRange, names, nowMs);
  const last = toDay(until, names.until);
  if (first !== null && last !== null && first > last)
    throw new Failure('invalid-question', `${names.since} is after \`until\`.`);
  return {
    language,
    country: country?.toUpperCase() ?? null,
    since: first,
    until: last,
    sites: { only: toSites(only, names.only), never: toSites(never, names.never) },
  };
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
  if (given.length > MAX_SITES)
    throw new Failure('invalid-question', `${name} can have at most ${MAX_SITES} entries.`);
  const sites = given.map((text) => {
    const site = toSite(text);
    if (site === null) throw wrong(name, 'a list of host names such as example.org');
    return site;
  });
  return [...new Set(sites)];
}

function toDay(text: string | undefined, name: string): string | null {
  if (text === undefined) return null;
  const atMs = DAY.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs) || isoDay(atMs) !== text) throw wrong(name, 'a day such as 2026-01-31');
  return text;
}

function dayOf(timeRange: string, names: ScopeFieldNames, nowMs: number): string {
  const days = TIME_RANGES.get(timeRange);
  if (days === undefined) throw wrong(names.timeRange, [...TIME_RANGES.keys()].join(', '), 'one of ');
  return isoDay(nowMs - days * DAY_MS);
}

function isoDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

function wrong(name: string, expected: string, before = ''): Failure {
  return new Failure('invalid-question', `${name} must be ${before}${expected}.`);
}

/** A question without its `site:` operators, and the scope including them. */
type ScopedText = { readonly text: string; readonly scope: Scope };

/**
 * Takes `site:example.org` and `-site:example.org` out of a question and into its scope. A word that only
 * looks like an operator stays; if the question consists only of operators, it stays unchanged.
 */
export function withSiteOperators(text: string, scope: Scope): ScopedText {
  if (!text.toLowerCase().includes('site:')) return { text, scope };
  const only = new Set(scope.sites.only);
  const never = new Set(scope.sites.never);
  const words = text.split(/(\s+)/);
  const ordinaryWords = words.filter((word) => {
    const site = siteOf(word);
    const sites = word.startsWith('-') ? never : only;
    if (site === null || (sites.size >= MAX_SITES && !sites.has(site))) return true;
    sites.add(site);
    return false;
  });
  const rest = ordinaryWords.join('');
  if (ordinaryWords.length === words.length || rest.trim() === '') return { text, scope };
  return { text: rest.trim(), scope: { ...scope, sites: { only: [...only], never: [...never] } } };
}

/** The host of an operator; null for any other word. A name without a dot would match no page of the web. */
function siteOf(word: string): string | null {
  const name = /^-?site:/i.exec(word)?.[0];
  const site = name === undefined ? null : toSite(word.slice(name.length));
  return site?.includes('.') ? site : null;
}
