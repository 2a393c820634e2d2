/** Converts the scope from parameters of an address to fields of a request. */
export function scopeFields(scope: string): object {
  const { only_sites: only, never_sites: never, ...rest } = Object.fromEntries(new URLSearchParams(scope));
  return { ...rest, sites: { only: only?.split(','), never: never?.split(',') } };
}
