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
