import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ANY_SCOPE } from '../src/core/scope.ts';
import { createCollection } from '../src/documents/collection.ts';
import { indexCollection } from '../src/documents/write-collection.ts';
import { toSnippet } from '../src/lib/text/text.ts';
import type { SetPage } from './select/question-set.ts';

/** A search engine over a few pages, which are read under their own addresses. */
export type SmallWeb = {
  /** The settings of a service that sees nothing but these pages. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
};

const RESULTS = 10;
const SNIPPET_CHARS = 160;
const LONG_MS = '60000';
const { signal } = new AbortController();

/**
 * Starts one server on loopback that is both a SearXNG over these pages and the proxy through which they are
 * read. The pages are ranked by their words; the index is written to `folder`. Time limits are long, so that
 * the same pages are read on a busy machine.
 */
export async function startSmallWeb(pages: readonly SetPage[], folder: string): Promise<SmallWeb> {
  const documents = pages.map((page) => ({
    ...page,
    url: new URL(page.url.replace(/^https:/, 'http:')).href,
  }));
  const file = join(folder, 'pages.sqlite');
  await indexCollection({ documents, file }, signal);
  const collection = createCollection({ file });
  const byUrl = new Map(documents.map((page) => [page.url, page]));
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const isSearch = request.headers.host === `127.0.0.1:${port}`;
    const page = byUrl.get(`http://${request.headers.host}${request.url}`);
    if (isSearch && pathname === '/search') {
      const results = await find(searchParams.get('q') ?? '');
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ results, answers: [], infoboxes: [], unresponsive_engines: [] }));
    } else {
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page && toHtml(page));
    }
  });
  const find = async (text: string) => {
    const outcome = await collection.search({ text, limit: RESULTS, scope: ANY_SCOPE, fresh: true }, signal);
    const hits = outcome.status === 'ok' ? outcome.hits : [];
    return hits.map(({ url, title }, at) => {
      const content = toSnippet(byUrl.get(url)?.text ?? '', SNIPPET_CHARS);
      return { url, title, content, engine: 'pages', engines: ['pages'], score: 1 / (at + 1) };
    });
  };
  // A tunnel ends at the same server.
  server.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    SEARCH_PRIMARY_URL: `http://127.0.0.1:${port}`,
    SEARCH_TERTIARY_URL: 'off',
    PAGE_PROXY: `http://127.0.0.1:${port}`,
    PAGE_PROXY_RESOLVES: 'on',
    SEARCH_TIMEOUT_MS: LONG_MS,
    READ_TIMEOUT_MS: LONG_MS,
    ANSWER_DEADLINE_MS: '300000',
  };
  return {
    env,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);

function toHtml({ title, text }: SetPage): string {
  const paragraphs = text.split(/\n+/).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const head = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`;
  const body = `<h1>${escapeHtml(title)}</h1>${paragraphs.join('\n')}`;
  return `${head}<body><main><article>${body}</article></main></body></html>`;
}
