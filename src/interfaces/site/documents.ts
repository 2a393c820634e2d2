import { createHash, createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import ar from '@sayso/text/languages/ar/site.json' with { type: 'json' };
import de from '@sayso/text/languages/de/site.json' with { type: 'json' };
import en from '@sayso/text/languages/en/site.json' with { type: 'json' };
import es from '@sayso/text/languages/es/site.json' with { type: 'json' };
import fr from '@sayso/text/languages/fr/site.json' with { type: 'json' };
import ja from '@sayso/text/languages/ja/site.json' with { type: 'json' };
import pt from '@sayso/text/languages/pt/site.json' with { type: 'json' };
import Negotiator from 'negotiator';
import { Failure } from '../../core/failure.ts';
import type { Caller } from '../../core/run.ts';
import type { Documents, StoredDocument } from '../../core/service.ts';
import { findDocument } from '../../documents/document-urls.ts';
import type { InterfaceDeps } from '../http/call-service.ts';
import type { KeyGuard } from '../http/guards.ts';
import { boundedField } from '../http/input.ts';
import type { App } from '../http/interface.ts';

const STYLE =
  'body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1.0625rem/1.7 ' +
  'system-ui,sans-serif;overflow-wrap:anywhere}' +
  'h1{line-height:1.25}pre{font:inherit;white-space:pre-wrap}' +
  'nav{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1.5rem}';

/** The permissions of a page of a document: it may show its text with its one style, and nothing else. */
const documentPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** The number of pieces of text on one page: about 200,000 characters, which a phone lays out quickly. */
const PARTS_PER_PAGE = 50;

/** One page of a document: its number from 1, the count of pages, and the query string of another one. */
type PageOfDocument = ReturnType<typeof pageOf>;

/**
 * The page that a query string asks for with `page`; the first by default. Its other parameters, such as a
 * signature, are kept for the other pages.
 * @throws Failure `not-found` if the document has no such page
 */
function pageOf({ partCount }: StoredDocument, query: URLSearchParams) {
  const count = Math.max(1, Math.ceil(partCount / PARTS_PER_PAGE));
  const wanted = query.get('page') ?? '1';
  const number = Number(wanted);
  if (!/^\d{1,6}$/.test(wanted) || number < 1 || number > count)
    throw new Failure('not-found', `This document has no such page: its pages are 1 to ${count}.`);
  const queryOf = (other: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(other));
    return `?${parameters}`;
  };
  return { number, count, queryOf };
}

/**
 * A document, or one page of a long one, as a small HTML page: its title, its text with all markup escaped,
 * and links to the pages before and after it. Comes in pieces.
 */
async function* documentPage(
  { title, parts }: StoredDocument,
  page: PageOfDocument,
  words: DocumentWords,
): AsyncGenerator<string> {
  const name = escapeHtml(title);
  const links = page.count === 1 ? '' : `${pageLinks(page, words)}\n`;
  yield [
    '<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${name}</title>\n<style>${STYLE}</style>\n</head>`,
    // A parser drops one line feed directly after the tag, so this line feed protects one that belongs to the
    // text.
    `<body>\n<main>\n<h1 dir="auto">${name}</h1>\n${links}<pre dir="auto">\n`,
  ].join('\n');
  const from = (page.number - 1) * PARTS_PER_PAGE;
  for await (const part of parts(from, from + PARTS_PER_PAGE)) yield escapeHtml(part);
  yield `</pre>\n${links}</main>\n</body>\n</html>\n`;
}

function pageLinks({ number, count, queryOf }: PageOfDocument, words: DocumentWords): string {
  const link = (other: number, rel: string, text: string) =>
    other < 1 || other > count ? '' : `<a rel="${rel}" href="${escapeHtml(queryOf(other))}">${text}</a>`;
  const place = words.page.replace('{at}', String(number)).replace('{all}', String(count));
  return [
    `<nav lang="${words.language}" dir="${words.direction}">`,
    link(number - 1, 'prev', words.previousPage),
    `<span>${place}</span>`,
    link(number + 1, 'next', words.nextPage),
    '</nav>',
  ].join('\n');
}

const headers = {
  'content-security-policy': documentPagePolicy,
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Accept, Accept-Language',
} as const;

/** The documents that the service itself shows, and the rules for opening them. */
export type ServedDocuments = Pick<InterfaceDeps, 'callerOf'> & {
  readonly documents: readonly Documents[];
  /** Null for a service without keys: everybody may open the documents. */
  readonly guard: KeyGuard | null;
  /** Signs the links in answers, which open a document without a key; null for a service without keys. */
  readonly signer: LinkSigner | null;
};

/**
 * `GET /documents/SLOT/PATH`: a document of a collection that has no address of its own, read from the index
 * and never from the disk. As HTML it has no script and comes page by page (`?page=`); as plain text it is
 * always whole. If keys are set, the document needs a key or a signed link from an answer.
 */
export function serveDocuments(app: App, { documents, guard, signer, callerOf }: ServedDocuments): void {
  if (documents.length === 0) return;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/documents/*',
    // The handler checks the key, because a signed link is accepted as well.
    config: { open: true },
    handler: async (request, reply) => {
      // Answers may be read by web pages of all sites (the contract requires it); whole documents may not, and
      // neither may the news that there is none.
      reply.headers(headers).removeHeader('access-control-allow-origin');
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      const path = pathname.slice('/documents/'.length);
      const isLinked = signer?.isValid(path, searchParams) === true;
      if (!isLinked) guard?.check(request);
      const document = await findIn(documents, path, isLinked ? undefined : callerOf(request));
      const isPlain = /^text\/plain\b/i.test(request.headers.accept ?? '');
      const pieces = isPlain
        ? document.parts()
        : documentPage(
            document,
            pageOf(document, searchParams),
            wordsFor(request.headers['accept-language']),
          );
      reply.type(isPlain ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8');
      if (request.method === 'HEAD') return reply.send();
      return reply.send(Readable.from(pieces, { objectMode: false }));
    },
  });
}

async function findIn(
  documents: readonly Documents[],
  path: string,
  caller: Caller | undefined,
): Promise<StoredDocument> {
  const found = await findDocument(documents, path, caller);
  if (found === null) throw new Failure('not-found', 'There is no such document.');
  return found;
}

/**
 * Every text of the pages of documents, in one language. `{at}` and `{all}` are replaced by numbers and must
 * stay as they are in a translation.
 */
type DocumentTable = Readonly<typeof en>;

/** The texts of the pages of documents, and their language. */
type DocumentWords = DocumentTable & {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
};

/** The texts in the preferred supported language of an `Accept-Language` field; English if it names none. */
function wordsFor(acceptLanguage: string | undefined): DocumentWords {
  const negotiator = new Negotiator({ headers: { 'accept-language': boundedField(acceptLanguage ?? '*') } });
  const [language = 'en'] = negotiator.languages(Object.keys(tables));
  return { ...(tables[language] ?? en), language, direction: language === 'ar' ? 'rtl' : 'ltr' };
}

/**
 * The texts by the BCP 47 tag of their language; English comes first, for clients that accept any language.
 */
const tables: Readonly<Record<string, DocumentTable>> = { en, es, de, fr, pt, ja, ar };

/** How long a link opens its document, at least, in milliseconds: one day. */
const LIFETIME_MS = 24 * 3_600_000;
/** Links made within the same hour are equal, so that equal answers stay equal. */
const ROUND_TO_MS = 3_600_000;
const SALT = 'sayso document links';
const KEY_BYTES = 32;

/** Signs links to documents and checks its own signatures. */
type LinkSigner = Awaited<ReturnType<typeof createLinkSigner>>;

/**
 * A signer whose secret is derived from the service's keys, so that all instances accept the same links and a
 * changed key invalidates them. The derivation is slow on purpose: otherwise, someone with a link could guess
 * weak keys.
 */
export async function createLinkSigner(keys: readonly string[], nowMs: () => number = Date.now) {
  const derive = promisify<string, string, number, Buffer>(scrypt);
  const secret = await derive([...keys].sort().join('\n'), SALT, KEY_BYTES);
  const signatureOf = (path: string, until: string) =>
    createHmac('sha256', secret).update(`${until}\n${path}`).digest();
  return {
    /** The query string that opens a document without a key. */
    sign(path: string): string {
      const endMs = Math.ceil((nowMs() + LIFETIME_MS) / ROUND_TO_MS) * ROUND_TO_MS;
      const until = String(endMs / 1000);
      return `until=${until}&signature=${signatureOf(path, until).toString('base64url')}`;
    },
    /** Whether a query string is currently valid for opening a document. */
    isValid(path: string, query: URLSearchParams): boolean {
      const until = query.get('until') ?? '';
      const given = Buffer.from(query.get('signature') ?? '', 'base64url');
      const expected = signatureOf(path, until);
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs && Number(until) * 1000 > nowMs();
    },
  };
}
