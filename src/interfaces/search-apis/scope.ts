import type { Scope } from '../../core/scope.ts';
import { scopeNames, toScope, type WantedScope } from '../http/scope.ts';
import type { Fields } from './fields.ts';

/** The name of a field, or also how its value is translated; undefined means that there is no limit. */
type Field<Value> = string | readonly [name: string, translate: (value: Value) => Value | undefined];

/** The fields of a service's requests that limit the sources, by the part of the scope. */
export type ScopeFields = {
  readonly [Part in keyof WantedScope]?: Field<NonNullable<WantedScope[Part]>>;
};

/**
 * The scope in the fields of a request. Services ignore a period such as "week" if days are given.
 * @throws Failure `invalid-question` that names the wrong field
 */
export function readScope(fields: Fields, wanted: ScopeFields): Scope {
  const textOf = (field?: Field<string>) => translated(field, (name) => fields.text(name));
  const hostsOf = (field?: Field<readonly string[]>) =>
    translated(field, (name) => fields.texts(name)?.map(toHost));
  const since = textOf(wanted.since);
  const until = textOf(wanted.until);
  // `Required`: each part must be read here, because a service may have a field for it.
  const scope: { readonly [Part in keyof Required<WantedScope>]: WantedScope[Part] } = {
    language: textOf(wanted.language),
    country: textOf(wanted.country),
    since,
    until,
    timeRange: since === undefined && until === undefined ? textOf(wanted.timeRange) : undefined,
    safeSearch: textOf(wanted.safeSearch),
    only: hostsOf(wanted.only),
    never: hostsOf(wanted.never),
    prefer: hostsOf(wanted.prefer),
  };
  const names = Object.entries(wanted).map(([part, field]) => [part, [field].flat()[0]]);
  return toScope(scope, scopeNames('field', Object.fromEntries(names)));
}

function translated<Value>(
  field: Field<Value> | undefined,
  read: (name: string) => Value | undefined,
): Value | undefined {
  if (field === undefined) return undefined;
  if (typeof field === 'string') return read(field);
  const [name, translate] = field;
  const value = read(name);
  return value === undefined ? undefined : translate(value);
}

/** A domain as a host name: some clients send addresses or paths. */
function toHost(domain: string): string {
  const withoutScheme = domain.trim().replace(/^[a-z]+:\/\//i, '');
  return withoutScheme.split('/', 1)[0] ?? '';
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country from its code or its English name; undefined for an unknown country. */
export function toCountryCode(country: string): string | undefined {
  if (/^[a-z]{2}$/i.test(country)) return country;
  codes ??= countryCodes();
  return codes.get(country.toLowerCase());
}

function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(pairs.map((code) => [names.of(code)?.toLowerCase() ?? '', code]));
}
