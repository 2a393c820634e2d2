import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { createParser, decodeMarkup } from './markup.ts';
import type { Visitor } from './visitor.ts';

/** A page that a sitemap names, and when it says that the page was changed. */
type ListedPage = { readonly url: URL; readonly modified: string | null };

/** sitemaps.org allows 50 MB; this is what is unpacked at most. */
const MAX_BYTES = 50_000_000;
const MAX_SITEMAPS = 200;
/** sitemaps.org allows so many addresses in one file. */
const MAX_ADDRESSES = 50_000;
/** Other work may run after so much of a sitemap. */
const CHUNK_CHARS = 200_000;

/** The pages of a sitemap and of those that it names. Rejects with words, or as the signal does. */
export async function readSitemap(
  address: URL,
  visitor: Visitor,
  { maxPages }: { readonly maxPages: number },
  signal: AbortSignal,
): Promise<readonly ListedPage[]> {
  const waiting = [address];
  const seen = new Set<string>();
  const pages: ListedPage[] = [];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (seen.has(at.href) || seen.size >= MAX_SITEMAPS || pages.length >= maxPages) continue;
    seen.add(at.href);
    const visit = await visitor.visit(at, { maxBytes: MAX_BYTES }, signal);
    if (visit.is !== 'page') {
      // Without a part that only fails now, its pages would count as gone.
      const isPassing = visit.is === 'refused' && !visit.isLasting;
      if (seen.size > 1 && !isPassing) continue;
      throw new Error(`the sitemap cannot be read: ${visit.is === 'refused' ? visit.reason : 'it is empty'}`);
    }
    const found = await parseSitemap(await unpack(visit.body));
    const origin = at.origin;
    // A sitemap speaks for its own host only.
    waiting.push(...found.sitemaps.flatMap((text) => ownAddress(text, origin)));
    for (const { url, modified } of found.pages)
      pages.push(...ownAddress(url, origin).map((own) => ({ url: own, modified })));
  }
  // A page of HTML in its place, such as one for logging in, would take all pages away.
  if (pages.length === 0) throw new Error('the sitemap cannot be read: it names no page of its host');
  return pages.slice(0, maxPages);
}

function ownAddress(text: string, origin: string): URL[] {
  const url = URL.parse(text);
  return url?.origin === origin ? [url] : [];
}

async function unpack(body: Uint8Array): Promise<string> {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b;
  try {
    return decodeMarkup(isZipped ? await promisify(gunzip)(body, { maxOutputLength: MAX_BYTES }) : body);
  } catch {
    throw new Error('the sitemap cannot be unpacked, or is too large');
  }
}

/** What stands in a sitemap: XML, or an address a line. No entity is expanded except those of XML itself. */
export async function parseSitemap(text: string) {
  const pages: { url: string; modified: string | null }[] = [];
  const sitemaps: string[] = [];
  if (!text.trimStart().startsWith('<')) {
    for (const line of text.split('\n', MAX_ADDRESSES))
      if (line.trim() !== '') pages.push({ url: line.trim(), modified: null });
    return { pages, sitemaps };
  }
  let field: 'loc' | 'lastmod' | null = null;
  /** The elements that are open. */
  const open: string[] = [];
  let entry = { loc: '', lastmod: '' };
  const parser = createParser(
    {
      onopentagname(name) {
        const own = name.replace(/^.*:/, '');
        // An image of a page has a `loc`, too.
        const isOfEntry = open.at(-1) === 'url' || open.at(-1) === 'sitemap';
        if (own === 'url' || own === 'sitemap') entry = { loc: '', lastmod: '' };
        field = isOfEntry && (own === 'loc' || own === 'lastmod') ? own : null;
        open.push(own);
      },
      ontext(piece) {
        if (field !== null) entry[field] += piece;
      },
      onclosetag(name) {
        field = null;
        open.pop();
        const own = name.replace(/^.*:/, '');
        if (own === 'url') pages.push({ url: entry.loc.trim(), modified: entry.lastmod.trim() || null });
        if (own === 'sitemap') sitemaps.push(entry.loc.trim());
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = 0; at < text.length && pages.length < MAX_ADDRESSES; at += CHUNK_CHARS) {
    parser.write(text.slice(at, at + CHUNK_CHARS));
    await setImmediate();
  }
  parser.end();
  return { pages, sitemaps };
}
