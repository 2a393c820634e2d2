import type { Scope } from '../../core/scope.ts';
import { type ScopeFieldNames, toScope, type WantedScope } from '../http/wanted-scope.ts';

/**
 * The scope of a request; `names` are the service's names of the fields.
 * @throws Failure `invalid-question` that names the wrong field
 */
export function scopeOf(wanted: WantedScope, names: Partial<ScopeFieldNames>): Scope {
  const usual = { language: 'language', country: 'country', since: 'since', until: 'until' };
  const all = { ...usual, timeRange: 'time_range', only: 'sites', never: 'sites', ...names };
  const quoted = Object.entries(all).map(([part, name]) => [part, `The field \`${name}\``]);
  // The entries come from `all`, which has every part.
  return toScope(wanted, Object.fromEntries(quoted) as ScopeFieldNames);
}

/** Domains as host names: some clients send addresses or paths. */
export function toHosts(domains: readonly string[] | undefined): readonly string[] | undefined {
  return domains?.map(
    (domain) =>
      domain
        .trim()
        .replace(/^[a-z]+:\/\//i, '')
        .split('/', 1)[0] ?? '',
  );
}

let codes: ReadonlyMap<string, string> | undefined;

/** The code of a country from its code or its English name; undefined for an unknown country. */
export function toCountryCode(country: string | undefined): string | undefined {
  if (country === undefined || /^[a-z]{2}$/i.test(country)) return country;
  codes ??= countryCodes();
  return codes.get(country.toLowerCase());
}

function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    pairs.flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[name.toLowerCase(), code] as const];
    }),
  );
}
