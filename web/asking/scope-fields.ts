/** Where an answer may come from, given as parameters of an address, as fields of a request. */
export function scopeFields(scope: string): object {
  const { only_sites: only, never_sites: never, ...rest } = Object.fromEntries(new URLSearchParams(scope));
  return { ...rest, sites: { only: only?.split(','), never: never?.split(',') } };
}
