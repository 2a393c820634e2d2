import { MAX_SITES, readAnswerPreferences } from '../settings/answer-preferences.ts';
import { sitesIn } from '../state/scope-params.ts';

/**
 * The fields of a request for the scope, which has the form of parameters of an address, and for the reader's
 * preferences. What belongs to this question comes before what is wished for all.
 */
export function optionalFields(scope: string, stored: unknown): object {
  const { only_sites: _only, never_sites: _never, ...rest } = Object.fromEntries(new URLSearchParams(scope));
  const { length, layout, instant, safeSearch, prefer, never } = readAnswerPreferences(stored);
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
    ...(layout !== 'auto' && { layout }),
    ...(!instant && { instant }),
    ...(safeSearch !== '' && { safe_search: safeSearch }),
    ...(Object.values(sites).some((list) => list !== undefined) && { sites }),
  };
}

function orNothing(sites: readonly string[]): readonly string[] | undefined {
  return sites.length === 0 ? undefined : sites;
}
