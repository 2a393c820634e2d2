import { createParser } from './markup.ts';

const MAX_LINKS = 2_000;
/** Parameters that name the visitor or the way here, and not the page. */
const NOT_THE_PAGE = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|ref|session_?id|sid|phpsessid|jsessionid)$/i;

/** The address without what does not name the page. */
export function normalize(address: URL): URL {
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (NOT_THE_PAGE.test(name)) url.searchParams.delete(name);
  return url;
}

/** The links of a page, its canonical address, and whether it asks not to be listed or followed. */
export function readLinks(body: Uint8Array, base: URL) {
  const links = new Map<string, URL>();
  let canonical: URL | null = null;
  let isUnlisted = false;
  let isUnfollowed = false;
  let from = base;
  const handler: Parameters<typeof createParser>[0] = {
    onopentag(name, { href = '', rel = '', name: meta = '', content = '' }) {
      if (name === 'base') from = URL.parse(href, base) ?? base;
      if (name === 'meta' && /^(?:robots|sayso)$/i.test(meta)) {
        isUnlisted ||= /\b(?:noindex|none)\b/i.test(content);
        isUnfollowed ||= /\b(?:nofollow|none)\b/i.test(content);
      }
      if (name === 'link' && /\bcanonical\b/i.test(rel)) canonical ??= toPage(href, from);
      if (name !== 'a' || href === '' || links.size >= MAX_LINKS || /\bnofollow\b/i.test(rel)) return;
      const link = toPage(href, from);
      if (link !== null) links.set(link.href, link);
    },
  };
  try {
    createParser(handler, {}).end(Buffer.from(body).toString('utf8'));
  } catch {
    // What follows in a page that nests its elements without end is not looked for.
  }
  return { links: isUnfollowed ? [] : [...links.values()], canonical: canonical as URL | null, isUnlisted };
}

function toPage(href: string, base: URL): URL | null {
  const url = URL.parse(href, base);
  return url !== null && /^https?:$/.test(url.protocol) ? normalize(url) : null;
}
