/** The number of results of one site that keep their places; further ones come after all others. */
const MAX_PER_SITE = 2;
const IP_ADDRESS = /^(?:\d+\.){3}\d+$|^\[/;
/** Second-level labels of country domains: `co.uk`, `com.br`, `ac.jp`. */
const SECOND_LEVEL = /\.(?:ac|co|com|edu|go|gob|gouv|gov|gv|ne|net|nom|or|org|sch)\.[a-z]{2}$/;

/**
 * Moves the third and later items of each site to the end and otherwise keeps the order, because five pages
 * of one shop are only one opinion.
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
 * The site of a URL: the last two labels of its host, or three for country domains with second-level labels
 * (`bbc.co.uk`). For hosts without labels, such as `nas:8080` or an IP address, each port is a site. This is
 * deliberately simpler than the public suffix list, because a mistake at worst changes the order of two
 * results.
 */
export function siteOf({ host, hostname }: URL): string {
  if (!hostname.includes('.') || IP_ADDRESS.test(hostname)) return host;
  return hostname
    .split('.')
    .slice(SECOND_LEVEL.test(hostname) ? -3 : -2)
    .join('.');
}
