import { normalize, readLinks } from './links.ts';
import { insistOnPages, readItem, type WebReading } from './read-page.ts';
import { limitQueries, scopeOf } from './site-scope.ts';
import { readSitemap } from './sitemap.ts';
import type { SourceSettings } from './sources-file.ts';
import type { Item, KnownItem, SourceStore } from './store.ts';

type Site = Extract<SourceSettings, { site: string }>;

/** How many addresses are taken from the store at a time; each page is written by itself. */
const PAGES_AT_ONCE = 8;
/** So many times as many addresses are known as pages are read: some of them will be refused. */
const ROOM_FACTOR = 3;

/**
 * Looks at a site: from its beginning, or its sitemap, it follows links to pages below the same path. Goes on where an
 * earlier run was interrupted.
 */
export async function refreshSite(
  site: Site,
  store: SourceStore,
  web: WebReading,
  signal: AbortSignal,
): Promise<void> {
  const start = new URL(site.site);
  const belongs = scopeOf(site, start);
  const listed = site.sitemap === undefined ? null : await readOwnSitemap(site, { web, belongs }, signal);
  if (listed === null) await store.add([{ key: start.href, depth: 0 }]);
  else {
    await store.retain(new Set(listed.keys()));
    await store.add([...listed.keys()].map((key) => ({ key, depth: 0 })));
  }
  const [mayBeAdded, mayBeAsked] = [limitQueries(), limitQueries()];
  const { documents, refused, pending } = await store.counts();
  // What cannot be read in this run need not be known: a hostile site names millions of addresses.
  let room = Math.max(0, site.pages * ROOM_FACTOR - documents - refused - pending);
  let left = site.pages - (await store.seen());
  let isReached = false;
  let problem: string | undefined;
  while (left > 0) {
    const batch = await store.pending(Math.min(PAGES_AT_ONCE, left));
    if (batch.length === 0) break;
    for (const known of batch) {
      signal.throwIfAborted();
      // Also of those that earlier runs have found: each run of a calendar names new ones.
      if (!mayBeAsked(new URL(known.key))) {
        await store.write([{ ...known, is: 'gone' }]);
        continue;
      }
      left--;
      const { item, moved, links, failure } = await lookAtPage(known, { web, belongs, listed }, signal);
      problem = failure;
      isReached ||= failure === undefined;
      await store.write([item], { uniqueTexts: true });
      if (moved !== null) await store.add([{ key: moved.href, depth: known.depth }]);
      if (listed !== null || known.depth >= site.depth) continue;
      const next = links.filter((link) => belongs(link) && mayBeAdded(link)).slice(0, room);
      room -= await store.add(next.map((link) => ({ key: link.href, depth: known.depth + 1 })));
    }
  }
  await store.sweep();
  if (!isReached && problem !== undefined) throw new Error(`the site cannot be read: ${problem}`);
  await insistOnPages(store);
}

type Looking = {
  readonly web: WebReading;
  readonly belongs: (url: URL) => boolean;
  /** The pages of the sitemap with the dates of their last change; null if links are followed. */
  readonly listed: ReadonlyMap<string, string | null> | null;
};

/** What is known of a page after a look, where it leads, and the links on it; or why it could not be had this time. */
type Looked = {
  readonly item: Item;
  readonly moved: URL | null;
  readonly links: readonly URL[];
  readonly failure?: string | undefined;
};

async function lookAtPage(
  known: KnownItem,
  { web, belongs, listed }: Looking,
  signal: AbortSignal,
): Promise<Looked> {
  const only = (item: Item) => ({ item, moved: null, links: [] });
  const url = new URL(known.key);
  const changed = listed?.get(known.key) ?? null;
  if (!belongs(url)) return only({ ...known, is: 'gone' });
  if (changed !== null && known.mark === changed) return only({ ...known, is: 'unchanged' });
  const { item, page, failure } = await readItem(web, { url, known }, signal);
  if (page === null) return { ...only(item), failure };
  const { key, mark, hash } = item;
  const refused = (reason: string): Item => ({ key, mark, hash, is: 'refused', reason });
  const isHtml = /html/.test(page.contentType || 'html');
  const { links, canonical, isUnlisted } = isHtml ? readLinks(page.body, page.url) : NO_LINKS;
  // A page that leads elsewhere, or says that its address is another one, is read there.
  const own = canonical !== null && belongs(canonical) ? canonical : normalize(page.url);
  if (own.href !== key)
    return { item: refused(`it is at ${own.href}`), moved: belongs(own) ? own : null, links };
  if (isUnlisted) return { item: refused('it asks not to be listed'), moved: null, links };
  return { item: changed === null ? item : { ...item, mark: changed }, moved: null, links };
}

const NO_LINKS = { links: [], canonical: null, isUnlisted: false };

/** The pages of the site's sitemap, with the dates of their last change. */
async function readOwnSitemap(site: Site, { web, belongs }: Omit<Looking, 'listed'>, signal: AbortSignal) {
  const address = new URL(site.sitemap ?? '');
  const pages = await readSitemap(address, web.visitor, { maxPages: site.pages }, signal);
  const own = pages.map(({ url, modified }) => ({ url: normalize(url), modified }));
  return new Map(own.filter(({ url }) => belongs(url)).map(({ url, modified }) => [url.href, modified]));
}
