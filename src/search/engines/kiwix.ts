import { firstChars } from '@sayso/text/text.ts';
import type { Element } from 'domhandler';
import { type RawHit, toHits } from '../hits.ts';
import {
  type BackendKind,
  failed,
  found,
  type HttpConnection,
  SENDS_NOTHING,
  type SearchBackend,
  type SearchOutcome,
  type SearchQuery,
} from '../search.ts';
import { elementsIn, parseMarkup, textIn } from './html-tree.ts';
import { callText, type Remedies } from './http-call.ts';

/** The root of a server, below which its search is, and the book to search; null for all books. */
type KiwixBook = { readonly root: URL; readonly book: string | null };

const MAX_BYTES = 2_000_000;
const MAX_QUERY_CHARS = 300;
const MAX_ITEMS = 200;
/** The path before `/search` and the book, in the forms that servers use, the shortest last. */
const PATHS = [
  /^(?<below>.*?)\/(?:content|raw)\/(?<book>[^/]+)/,
  /^(?<below>.*)\/(?:search|viewer)\/?$/,
  /^(?<below>.*?)(?:\/(?<book>[^/]+))?\/?$/,
];
/** Characters that Xapian interprets as operators. */
const OPERATORS = /["~*:+()]|(?<=^|\s)-+/gu;

const REMEDIES: Remedies = {
  400: [
    'configuration',
    'it refuses the search (400)',
    'its URL must name a book that it has, as in http://localhost:8080/content/BOOK',
  ],
  404: [
    'configuration',
    'no search at this address (404)',
    'the URL of a book is http://HOST/content/BOOK, ' +
      'and that of a server below a prefix is http://HOST/PREFIX/search',
  ],
};

/**
 * A kiwix-serve of any version (3.6 changed its API). The URL is that of the server to search all its books, or
 * that of one book, as `/BOOK`, `/content/BOOK`, `/viewer#BOOK`, `?content=BOOK`. For a server below a prefix, it
 * is `/PREFIX/search`.
 */
export const kiwix = { relaxed: 'keywords', open } satisfies BackendKind;

function open(options: HttpConnection): SearchBackend {
  const searched = toKiwixBook(new URL(options.url));
  return {
    sends: SENDS_NOTHING,
    async search(query, signal) {
      const text = firstChars(query.text.replace(OPERATORS, ' ').trim(), MAX_QUERY_CHARS).toWellFormed();
      if (text === '') return { status: 'empty' };
      const call = {
        url: toCallUrl(searched, text, query.limit),
        headers: { accept: 'application/rss+xml, application/xml' },
        timeoutMs: options.timeoutMs,
        maxBytes: MAX_BYTES,
      };
      const reply = await callText(options.upstream, call, { remedies: REMEDIES, signal });
      return reply.status === 'text' ? read(reply.text, searched, query) : reply;
    },
  };
}

/** Reads a feed of search results (RSS 2.0 with OpenSearch 1.1). An incomplete item loses only what it lacks. */
async function read(xml: string, { root }: KiwixBook, query: SearchQuery): Promise<SearchOutcome> {
  const [feed] = elementsIn(await parseMarkup(xml, 'xml'), 'rss');
  if (feed === undefined)
    return failed('protocol', 'its answer is not a list of results (is it a kiwix-serve?)');
  const raw = elementsIn(feed, 'item')
    .slice(0, MAX_ITEMS)
    .flatMap((item) => toRaw(item, root));
  if (raw.length > 0) return found(toHits(raw, query));
  const [total] = elementsIn(feed, 'opensearch\\:totalresults');
  if (total !== undefined && textIn(total) === '0') return { status: 'empty' };
  return failed('protocol', 'its answer contains neither results nor their number');
}

/** Links are paths from the host's root, since 3.6 below `/content`. */
function toRaw(item: Element, root: URL): RawHit[] {
  // The book that kiwix-serve describes inside the item has a title of its own. An element that was never
  // closed contains what follows.
  const partOf = (selector: string) => elementsIn(item, `item > ${selector}`).map(textIn)[0] ?? '';
  const link = partOf('link:not(:has(*))');
  if (!/^(?:\/|https?:\/\/)/i.test(link) || !URL.canParse(link, root)) return [];
  const url = new URL(link, root);
  // Readers must not see the password of the server.
  if (url.origin === root.origin) [url.username, url.password] = ['', ''];
  return [
    { url: url.href, title: partOf('title:not(:has(*))'), snippet: partOf('description:not(:has(:not(b)))') },
  ];
}

function toCallUrl({ root, book }: KiwixBook, text: string, limit: number): string {
  const url = new URL('search', root);
  // Versions up to 3.5 use the first parameter, later ones the second; each ignores the other.
  if (book !== null) url.searchParams.set('content', book);
  if (book !== null) url.searchParams.set('books.name', book);
  url.searchParams.set('pattern', text);
  url.searchParams.set('format', 'xml');
  url.searchParams.set('pageLength', String(limit));
  return url.href;
}

function toKiwixBook(url: URL): KiwixBook {
  const { below = '', book = '' } =
    PATHS.map((path) => path.exec(url.pathname)).find((match) => match !== null)?.groups ?? {};
  const named = url.searchParams.get('content') ?? url.searchParams.get('books.name');
  const viewed = /\/viewer\/?$/.test(url.pathname) ? url.hash.slice(1).split('/', 1)[0] : '';
  const root = new URL(url);
  root.pathname = `${below}/`;
  root.search = '';
  root.hash = '';
  return { root, book: named || decodePart(book || (viewed ?? '')) || null };
}

/** Decodes a part of a path, and accepts percent signs that are not escapes. */
function decodePart(part: string): string {
  const value = part.replaceAll('+', '%2B').replaceAll('&', '%26');
  return new URLSearchParams(`part=${value}`).get('part') ?? '';
}
