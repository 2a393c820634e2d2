import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadPage } from '../read-page.ts';
import { createVisitor, type Get } from '../visitor.ts';

/** What a page of the local web answers: HTML, or whatever the function writes. */
type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A web of one host on this machine; `pages` can be changed while it runs. */
export async function startLocalWeb(pages: Record<string, Page>) {
  const requests: { path: string; headers: IncomingMessage['headers']; atMs: number }[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, headers: request.headers, atMs: performance.now() });
    const page = pages[path] ?? pages[path.split('?', 1)[0] ?? ''];
    if (typeof page === 'function') return page(request, response);
    if (page === undefined) response.writeHead(404);
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end(page ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    paths: () => requests.map(({ path }) => path).filter((path) => path !== '/robots.txt'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const get: Get = async (url, { headers }, signal) => {
  const reply = await fetch(url, { headers, signal, redirect: 'manual' });
  return {
    status: reply.status,
    headers: Object.fromEntries(reply.headers),
    body: new Uint8Array(await reply.arrayBuffer()),
  };
};

/** Reads the text between the tags of HTML. */
export const readPage: ReadPage = async (bytes, contentType) => {
  if (!contentType.startsWith('text/')) return { status: 'skipped', reason: `it is ${contentType}` };
  const html = Buffer.from(bytes).toString();
  const text = html.replace(/<title>[^<]*<\/title>|<[^>]*>/g, ' ').trim();
  const title = /<title>([^<]*)/.exec(html)?.[1] ?? '';
  return { status: 'read', extracted: { title, text, publishedAt: null } };
};

/** Reads the local web without pauses. */
export function readLocalWeb(pauseMs = 0) {
  return { visitor: createVisitor({ get, agent: 'Sayso', pauseMs }), readPage };
}
