import type { Scope } from '../../core/scope.ts';
import { SCOPE_PARAMETERS, toScope } from './scope.ts';

/** The parameters of a query string that limit the sources of an answer; sites are separated by commas. */
export type ScopeParameters = Readonly<
  Partial<
    Record<
      | 'language'
      | 'country'
      | 'since'
      | 'until'
      | 'time_range'
      | 'safe_search'
      | 'only_sites'
      | 'never_sites'
      | 'prefer_sites',
      string | undefined
    >
  >
>;

/**
 * The scope that a query string asks for; an empty parameter counts as absent.
 * @throws Failure `invalid-question` that names a wrong parameter
 */
export function scopeOfParameters(query: ScopeParameters): Scope {
  const textOf = (name: keyof ScopeParameters) => query[name] || undefined;
  const listOf = (name: keyof ScopeParameters) =>
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
  };
  return toScope(wanted, SCOPE_PARAMETERS);
}
