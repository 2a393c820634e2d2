import type { Scope } from '../../core/scope.ts';
import { SCOPE_PARAMETERS, toScope } from './wanted-scope.ts';

/** The names of the query parameters that limit the sources of an answer. */
export const SCOPE_PARAMETER_NAMES = [
  'language',
  'country',
  'since',
  'until',
  'time_range',
  'only_sites',
  'never_sites',
] as const;

/** The values of these parameters; sites are separated by commas. */
export type ScopeParameters = {
  readonly [Name in (typeof SCOPE_PARAMETER_NAMES)[number]]?: string | undefined;
};

/**
 * The scope that a query string asks for; an empty parameter counts as absent.
 * @throws Failure `invalid-question` that names a wrong parameter
 */
export function scopeOfParameters(query: ScopeParameters): Scope {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const {
    only_sites,
    never_sites,
    time_range: timeRange,
    ...rest
  }: ScopeParameters = Object.fromEntries(given);
  const sites = { only: listOf(only_sites), never: listOf(never_sites) };
  return toScope({ ...rest, ...sites, timeRange }, SCOPE_PARAMETERS);
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text?.split(',').filter((item) => item.trim() !== '');
}
