import { MAX_SITES, readAnswerPreferences } from '../settings/answer-preferences.ts';

/** The parameters that list sites, and the mark of a site that is left out. */
export const SITE_PARAMS = [
  ['only_sites', ''],
  ['never_sites', '-'],
] as const;

/** The scope with a parameter changed; an empty value removes it. Both are parameters of an address. */
export function withParam(scope: string, name: string, value: string): string {
  const params = new URLSearchParams(scope);
  if (value === '') params.delete(name);
  else params.set(name, value);
  return String(params);
}

/** The sites that a parameter of the scope lists. */
export function sitesIn(scope: string, name: string): readonly string[] {
  const sites = new URLSearchParams(scope).get(name) ?? '';
  return sites.split(',').filter((site) => site !== '');
}

/**
 * The fields of a request for the scope, which has the form of parameters of an address, and for the reader's
 * preferences. What belongs to this question comes before what is wished for all.
 */
export function optionalFields(scope: string, stored: unknown): Readonly<Record<string, unknown>> {
  const { only_sites: _only, never_sites: _never, ...rest } = Object.fromEntries(new URLSearchParams(scope));
  const { length, safeSearch, prefer, never } = readAnswerPreferences(stored);
  const only = sitesIn(scope, 'only_sites');
  const notWanted = never.filter((site) => !only.includes(site));
  const sites = {
    only: orNothing(only),
    never: orNothing([...new Set([...sitesIn(scope, 'never_sites'), ...notWanted])].slice(0, MAX_SITES)),
    prefer: orNothing(prefer),
  };
  return {
    ...rest,
    ...(length !== 'normal' && { length }),
    ...(safeSearch !== '' && { safe_search: safeSearch }),
    ...(Object.values(sites).some((list) => list !== undefined) && { sites }),
  };
}

function orNothing(sites: readonly string[]): readonly string[] | undefined {
  return sites.length === 0 ? undefined : sites;
}
