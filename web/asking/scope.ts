/**
 * The parameters of the page's address that limit the sources of answers; they have the same names as in the
 * service's interface. Empty if there are no limits.
 */
export function scopeInAddress(): string {
  return location.search.match(/\b(time_range|language|\w+_sites)=[^&]+/g)?.join('&') ?? '';
}
