/** A third result of a site waits for the first of others. */
const MAX_PER_SITE = 2;
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/;
/** What countries put before their own ending: `co.uk`, `com.br`, `ac.jp`. */
const SECOND_LEVEL = /\.(?:ac|co|com|edu|go|gob|gouv|gov|gv|ne|net|nom|or|org|sch)\.[a-z]{2}$/;

/**
 * The same items, those beyond the second of one site after all others, otherwise in their order: five pages of one
 * shop are one opinion.
 */
export function balanceSites<T>(items: readonly T[], urlOf: (item: T) => URL): T[] {
  const counts = new Map<string, number>();
  const first: T[] = [];
  const later: T[] = [];
  for (const item of items) {
    const site = siteOf(urlOf(item));
    const count = (counts.get(site) ?? 0) + 1;
    counts.set(site, count);
    (count <= MAX_PER_SITE ? first : later).push(item);
  }
  return [...first, ...later];
}

/**
 * Who is behind an address, as far as its last two labels tell; three where a country has endings of its own
 * (`bbc.co.uk`). Hosts without labels, such as `nas:8080` or an IP address, are one site a port. Simpler than the public
 * suffix list on purpose: where it errs, two results change places.
 */
export function siteOf({ host, hostname }: URL): string {
  if (!hostname.includes('.') || IP_ADDRESS.test(hostname)) return host;
  return hostname
    .split('.')
    .slice(SECOND_LEVEL.test(hostname) ? -3 : -2)
    .join('.');
}
