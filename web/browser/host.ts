/** The host of an address without `www.`; `Sayso` for a document that this service serves; empty if it has none. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { host, hostname } = new URL(url);
  return host === globalThis.location?.host ? 'Sayso' : hostname.replace(/^www\./, '');
}
