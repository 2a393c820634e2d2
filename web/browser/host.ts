/**
 * The host of an address without `www.`: `Sayso` for a document that this service serves, and empty if the
 * address has no host.
 */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, hostname } = new URL(url);
  return host === globalThis.location?.host ? 'Sayso' : hostname.replace(/^www\./, '');
}
