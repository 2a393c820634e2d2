import { normalize, readLinks } from './links.ts';
import { insistOnPages, readItem, type WebReading } from './read-page.ts';
import { readSitemap } from './sitemap.ts';
import type { SourceSettings } from './sources-file.ts';
import type { Item, KnownItem, SourceStore } from './store.ts';

type Site = Extract<SourceSettings, { site: string }>;

/** How many addresses are taken from the store at a time; each page is written by itself. */
const PAGES_AT_ONCE = 8;
/** So many times as many addresses are known as pages are read: some of them will be refused. */
const ROOM_FACTOR = 3;
const MAX_ADDRESS_CHARS = 2_000;
/** The same path with ever new parameters, or ever deeper, is a trap: a calendar, a session. */
const MAX_PARAMETERS = 3;
const MAX_SEGMENTS = 12;
const MAX_SAME_SEGMENT = 2;
const MAX_QUERIES_PER_PATH = 50;

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
  const [named, asked] = [new Map<string, number>(), new Map<string, number>()];
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
      if (!isFirstOfFew(new URL(known.key), asked)) {
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
      const next = links.filter((link) => belongs(link) && isFirstOfFew(link, named)).slice(0, room);
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
  const found = /html/.test(page.contentType || 'html') ? readLinks(page.body, page.url) : NO_LINKS;
  // A page that leads elsewhere, or says that its address is another one, is read there.
  const own = found.canonical !== null && belongs(found.canonical) ? found.canonical : normalize(page.url);
  const refuse = (reason: string): Item => ({
    key: item.key,
    mark: item.mark,
    hash: item.hash,
    is: 'refused',
    reason,
  });
  if (own.href !== known.key)
    return { item: refuse(`it is at ${own.href}`), moved: belongs(own) ? own : null, links: found.links };
  const { links } = found;
  if (found.isUnlisted) return { item: refuse('it asks not to be listed'), moved: null, links };
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

/** Whether an address belongs to the site: its host, below its first path, as the operator includes and excludes. */
function scopeOf({ include = [], exclude = [] }: Site, start: URL): (url: URL) => boolean {
  const folder = start.pathname.slice(0, start.pathname.lastIndexOf('/') + 1);
  const included = (include.length > 0 ? include : [folder]).map(toTest);
  const excluded = exclude.map(toTest);
  return (url) => {
    if (url.origin !== start.origin || isTrap(url)) return false;
    const path = url.pathname;
    return included.some((fits) => fits(path)) && !excluded.some((fits) => fits(path));
  };
}

/** Whether a path begins like a pattern, in which each `*` stands for anything. Takes linear time. */
function toTest(pattern: string): (path: string) => boolean {
  const pieces = pattern.split('*');
  return (path) => {
    let at = 0;
    for (const [index, piece] of pieces.entries()) {
      const found = index === 0 ? (path.startsWith(piece) ? 0 : -1) : path.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    return true;
  };
}

function isTrap({ href, pathname, searchParams }: URL): boolean {
  if (href.length > MAX_ADDRESS_CHARS || [...searchParams].length > MAX_PARAMETERS) return true;
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const counts = Map.groupBy(segments, (segment) => segment);
  return (
    segments.length > MAX_SEGMENTS || [...counts.values()].some(({ length }) => length > MAX_SAME_SEGMENT)
  );
}

/** False for the next one of very many addresses that differ only in their parameters. */
function isFirstOfFew({ pathname, search }: URL, queries: Map<string, number>): boolean {
  if (search === '') return true;
  const count = (queries.get(pathname) ?? 0) + 1;
  queries.set(pathname, count);
  return count <= MAX_QUERIES_PER_PATH;
}
