import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Failure } from '../../core/failure.ts';
import { isAheadOfTime } from '../http/foreign-pages.ts';
import type { App } from '../http/interface.ts';

/** The document has 2 KB, which this compresses in a third of a millisecond. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const HEAD = /<head>/;
const HTML = /<html /;

/** The built site. */
export type BuiltSite = {
  /** Folder of its files. */
  readonly folder: string;
  /** Questions that it shows instead of its own examples; empty to keep its own. */
  readonly examples: readonly string[];
  /** What it says of this installation. */
  readonly installation: Installation;
  /** Whether people can sign in. */
  readonly offersLogin?: boolean;
};

/**
 * `GET /`: the site and its files, each with its own route, compressed if the caller accepts brotli. `/?q=`
 * sends browsers without JavaScript to `/search`.
 * @throws Failure `misconfigured` if the site has not been built
 */
export async function serveBuiltSite(app: App, site: BuiltSite): Promise<void> {
  const { folder } = site;
  const index = join(folder, 'index.html');
  if (!existsSync(index))
    throw new Failure(
      'misconfigured',
      'The page is not built. Run `npm run build` once, or start with `npm start`.',
    );
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true };
  });
  const sendFile = await serveSiteFiles(app, folder);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request, reply) => {
      const { search, searchParams } = new URL(request.url, 'http://localhost');
      if (search === '' && isAsBuilt(site)) return sendFile('index.html', request, reply);
      const built = await toOwnDocument(await readFile(index, 'utf8'), site);
      const question = searchParams.get('q')?.trim().toWellFormed() ?? '';
      const document = search === '' ? built : toQuestionDocument(built, question, request.headers);
      if (search === '') return sendCompressed(document, request, reply);
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(document);
    },
  });
}

/** Sends the page's own document as its built files are sent. */
function sendCompressed(document: string, { raw }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (new Negotiator(raw).encoding(['br', 'identity']) !== 'br') return reply.send(document);
  return reply.header('content-encoding', 'br').send(brotliCompressSync(document, QUICKLY));
}

/** True if the built document needs no change: it is made for web search and a model. */
function isAsBuilt({ examples, offersLogin, installation: { searches, writes } }: BuiltSite): boolean {
  return examples.length === 0 && searches === 'web' && writes === 'model' && offersLogin !== true;
}

/**
 * The document with these questions instead of its own examples, and with texts that are true for this
 * installation. The script reads `data-searches`, `data-writes` and `data-login`.
 */
async function toOwnDocument(
  built: string,
  { folder, examples, offersLogin, installation: { searches, writes } }: BuiltSite,
): Promise<string> {
  const texts: Readonly<Record<string, Texts>> = JSON.parse(
    await readFile(join(folder, 'about.json'), 'utf8'),
  );
  const [usual, own] = [texts['web model'], texts[`${searches} ${writes}`]];
  const content = escapeHtml(JSON.stringify(examples));
  const meta = examples.length === 0 ? '' : `<meta name="sayso-examples" content="${content}">`;
  const login = offersLogin ? 'data-login ' : '';
  return built
    .replace(HTML, () => `<html data-searches="${searches}" data-writes="${writes}" ${login}`)
    .replace(HEAD, () => `<head>${meta}`)
    .replace(`<h1>${usual?.headline}</h1>`, () => `<h1>${own?.headline}</h1>`)
    .replace(`<p>${usual?.introduction}</p>`, () => `<p>${own?.introduction}</p>`);
}

type Texts = { readonly headline: string; readonly introduction: string };

/**
 * The site's document for an address with parameters. Without JavaScript, the browser continues to the plain
 * document with the same question. With JavaScript, `data-ask` says whether the script may ask at once. It is
 * `yes` if the visitor asked. It is `keyless` if the browser does not say where the request comes from; the
 * script may then ask only in a tab without a key. It is absent if another site sent the visitor without a
 * click.
 */
export function toQuestionDocument(built: string, question: string, headers: IncomingHttpHeaders): string {
  const target = escapeHtml(`search?q=${encodeURIComponent(question)}`);
  const refresh = `<noscript><meta http-equiv="refresh" content="0;url=${target}"></noscript>`;
  const ask = askOf(headers);
  return built
    .replace(HTML, () => (ask === null ? '<html ' : `<html data-ask="${ask}" `))
    .replace(HEAD, () => `<head>${question === '' ? '' : refresh}`);
}

/** Browsers report where a request comes from (W3C Fetch Metadata), but not over plain http. */
function askOf(headers: IncomingHttpHeaders): 'yes' | 'keyless' | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined) return 'keyless';
  if (site === 'none' || site === 'same-origin') return 'yes';
  return headers['sec-fetch-user'] === '?1' && !isAheadOfTime(headers) ? 'yes' : null;
}

/** What an installation searches and who writes its answers, as the page tells its readers. */
export type Installation = {
  /** The web, the operator's own documents, or both; `wikipedia` if nothing else of the web is searched. */
  readonly searches: 'web' | 'documents' | 'both' | 'wikipedia';
  /** `quotes` for answers without a model, `nothing` if only the sources are shown. */
  readonly writes: 'model' | 'quotes' | 'nothing';
};

/** A file with a hash of its content in its name never changes. */
const HASHED = /-[A-Z0-9]{8}\.\w+$/;
/** The ending of the compressed form of a file, which is stored next to it. */
const COMPRESSED = '.br';

/** Replies with a file of the site, which must exist. */
type SendSiteFile = (name: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * `GET` and `HEAD` for each file of the folder, under its name, compressed if the caller accepts brotli. A
 * caller who already has the content gets 304. Returns the function that sends a file, for routes with other
 * names.
 *
 * @throws Failure `not-found` if the site has been built anew since the start, without this file
 */
async function serveSiteFiles(app: App, folder: string): Promise<SendSiteFile> {
  const files = new Set(await readdir(folder));
  const sendFile: SendSiteFile = async (name, { raw }, reply) => {
    // Loaded on first use, because a service that only programs call never sends a file.
    const { default: send } = await import('@fastify/send');
    const type = send.mime.getType(name) ?? 'application/octet-stream';
    const isCompressed =
      files.has(name + COMPRESSED) && new Negotiator(raw).encoding(['br', 'identity']) === 'br';
    const stored = isCompressed ? name + COMPRESSED : name;
    const options = { root: folder, acceptRanges: false, cacheControl: false, contentType: false };
    const sent = await send(raw, `/${stored}`, options);
    // Failures are returned, as a page of HTML.
    if (sent.type !== 'file') return refuse(sent.statusCode, reply);
    reply.code(sent.statusCode).headers({
      ...sent.headers,
      'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(isCompressed && { 'content-encoding': 'br' }),
    });
    return reply.type(send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type).send(sent.stream);
  };
  for (const name of files)
    if (!name.endsWith(COMPRESSED))
      app.route({
        method: ['GET', 'HEAD'],
        url: `/${name}`,
        handler: (request, reply) => sendFile(name, request, reply),
      });
  return sendFile;
}

function refuse(status: number, reply: FastifyReply): FastifyReply {
  if (status === 404) throw new Failure('not-found', 'This file no longer exists: load the page again.');
  return reply
    .code(status)
    .send({ error: 'The file is not the one that the conditions of the request name.' });
}
