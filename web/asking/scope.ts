/**
 * Where answers may come from, as the parameters of the page's address that say so, which are named as the
 * service names them; empty for anywhere.
 */
export function scopeInAddress(): string {
  return location.search.match(/\b(time_range|language|\w+_sites)=[^&]+/g)?.join('&') ?? '';
}
