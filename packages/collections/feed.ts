import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { parseFeed } from 'htmlparser2';
import { z } from 'zod';
import { asBusy, HostBusy } from './host.ts';
import { normalize } from './links.ts';
import { createParser, decodeMarkup } from './markup.ts';
import { readItem, type WebReading } from './read-page.ts';
import type { SourceSettings } from './sources-file.ts';
import type { SourceStore } from './store.ts';

type Feed = Extract<SourceSettings, { feed: string }>;
type Entry = { readonly url: URL; readonly title: string; readonly publishedAt: string | null };

const MAX_ENTRIES = 1_000;
const NO_FEED = 'the feed cannot be read: it is no RSS, Atom, RDF or JSON Feed';

/**
 * Looks at a feed and reads the articles that are new in it. Those that the feed no longer has stay, up to the number
 * that the operator keeps, newest first.
 * @throws Error in words if the feed cannot be read
 */
export async function refreshFeed(
  feed: Feed,
  store: SourceStore,
  web: WebReading,
  signal: AbortSignal,
): Promise<void> {
  const from = new URL(feed.feed);
  const entries = await readEntries(from, web, signal);
  let busy: HostBusy | undefined;
  for (const { url, ...titled } of entries.slice(0, feed.keep)) {
    signal.throwIfAborted();
    const known = await store.known(url.href);
    // An article that was read is not read again; one that could not be read is tried as long as the feed has it.
    if (known?.refusal === null && known.hash !== '') continue;
    const looked = await readItem(web, { url, known, titled, from }, signal).catch(asBusy);
    if (looked instanceof HostBusy) busy = looked;
    else await store.write([looked.item]);
  }
  await store.keepNewest(feed.keep);
  if (busy !== undefined) throw busy;
}

async function readEntries(
  address: URL,
  { visitor, language }: WebReading,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const visit = await visitor.visit(address, { language }, signal);
  if (visit.is === 'refused') throw new Error(`the feed cannot be read: ${visit.reason}`);
  if (visit.is === 'unchanged') return [];
  const text = decodeMarkup(visit.body, visit.contentType);
  const found = text.trimStart().startsWith('{') ? parseJsonFeed(text) : parseXmlFeed(text);
  return found.slice(0, MAX_ENTRIES).flatMap(({ link, title, date }) => {
    const url = URL.parse(link, visit.url);
    if (link === '' || url === null || !/^https?:$/.test(url.protocol)) return [];
    const at = date === null ? Number.NaN : new Date(date).getTime();
    return [
      { url: normalize(url), title, publishedAt: Number.isNaN(at) ? null : new Date(at).toISOString() },
    ];
  });
}

type RawEntry = { readonly link: string; readonly title: string; readonly date: string | Date | null };

/** RSS, RDF and Atom. */
function parseXmlFeed(text: string): readonly RawEntry[] {
  // The parser of feeds has no limits of its own.
  createParser({}, { xmlMode: true }).end(text);
  const feed = parseFeed(text);
  if (feed === null) throw new Error(NO_FEED);
  return feed.items.map(({ link = '', title = '', pubDate = null }) => ({ link, title, date: pubDate }));
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/). */
function parseJsonFeed(text: string): readonly RawEntry[] {
  try {
    const { items } = jsonFeed.parse(parseBoundedJson(text));
    const whole = items.filter((item) => item !== null);
    return whole.map(({ url, external_url, title, date_published }) => ({
      link: url || external_url,
      title,
      date: date_published || null,
    }));
  } catch {
    throw new Error(NO_FEED);
  }
}

const text = z.string().catch('');
const entry = z
  .object({ url: text, external_url: text, title: text, date_published: text })
  .nullable()
  .catch(null);
const jsonFeed = z.object({ items: z.array(entry) });
