import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { start } from '../support/local-server.ts';
import { listenInPage } from './listen-in-page.ts';

/** A service behind a listener. */
type Overheard = AsyncDisposable & {
  readonly url: string;
  /**
   * The problems that its documents have reported so far: violations of the CSP, errors on the console,
   * exceptions, dialogs.
   */
  readonly complaints: string[];
};

/** The paths of the listener itself: where errors are reported, and an empty document. */
export const EAR = '/overheard';

/**
 * A proxy in front of the service that records what goes wrong in its documents, in any browser: each
 * document has to report violations of its policy here, and the page gets a script that runs before its own.
 * Nothing that the policy forbids becomes allowed.
 */
export async function overhear(serviceUrl: string): Promise<Overheard> {
  const complaints: string[] = [];
  const server = createServer(async (incoming, response) => {
    response.on('error', () => undefined);
    if (incoming.url !== EAR) return forward(serviceUrl, incoming, response);
    if (incoming.method === 'POST') complaints.push(await text(incoming));
    response.setHeader('content-type', 'text/javascript');
    response.end(`(${listenInPage})('${EAR}')`);
  });
  const { url, [Symbol.asyncDispose]: close } = await start(server);
  return { url, complaints, [Symbol.asyncDispose]: close };
}

function forward(serviceUrl: string, incoming: IncomingMessage, response: ServerResponse): void {
  const isPage = new URL(incoming.url ?? '/', serviceUrl).pathname === '/';
  const headers = { ...incoming.headers };
  // A reply that is to be changed must not arrive compressed.
  if (isPage) delete headers['accept-encoding'];
  const { method = 'GET', url = '/' } = incoming;
  const outgoing = request(serviceUrl + url, { method, headers }, (reply) => {
    sendBack(reply, isPage, response).catch(() => response.destroy());
  });
  outgoing.on('error', () => response.destroy());
  // A caller who disconnects from the proxy is also disconnected from the service.
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

async function sendBack(reply: IncomingMessage, isPage: boolean, response: ServerResponse): Promise<void> {
  const page = isPage ? withEar(await text(reply)) : null;
  response.writeHead(reply.statusCode ?? 502, headersWithEar(reply, page));
  if (page === null) await pipeline(reply, response);
  else response.end(page);
}

function withEar(page: string): string {
  return page.replace('</title>', `</title><script src="${EAR}"></script>`);
}

function headersWithEar({ headers }: IncomingMessage, page: string | null): IncomingMessage['headers'] {
  const changed = { ...headers };
  const policy = headers['content-security-policy'];
  if (typeof policy === 'string') changed['content-security-policy'] = `${policy}; report-uri ${EAR}`;
  if (page !== null) changed['content-length'] = String(Buffer.byteLength(page));
  return changed;
}
