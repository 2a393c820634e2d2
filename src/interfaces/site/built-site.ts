import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { escapeHtml } from '@sayso/text/escape-html.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Failure } from '../../core/failure.ts';
import { isAheadOfTime } from '../http/prefetches.ts';
import type { App } from '../http/protocol.ts';
import type { Installation } from './installation.ts';
import { serveSiteFiles } from './site-files.ts';

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
function isAsBuilt({ examples, installation: { searches, writes } }: BuiltSite): boolean {
  return examples.length === 0 && searches === 'web' && writes === 'model';
}

/**
 * The document with these questions instead of its own examples, and with texts that are true for this
 * installation. The script reads `data-searches` and `data-writes`.
 */
async function toOwnDocument(
  built: string,
  { folder, examples, installation: { searches, writes } }: BuiltSite,
): Promise<string> {
  const texts: Readonly<Record<string, Texts>> = JSON.parse(
    await readFile(join(folder, 'about.json'), 'utf8'),
  );
  const [usual, own] = [texts['web model'], texts[`${searches} ${writes}`]];
  const content = escapeHtml(JSON.stringify(examples));
  const meta = examples.length === 0 ? '' : `<meta name="sayso-examples" content="${content}">`;
  return built
    .replace(HTML, () => `<html data-searches="${searches}" data-writes="${writes}" `)
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
