import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_SOURCES } from './limits.ts';
import { PLAIN, piecesOf } from './subjects.ts';

/** The replies of the service's upstream servers; changed before each question. */
export type Script = { title: string; snippet: string; page: string; pageType: string; answer: string };

/** A search, pages and a model on loopback, which reply as the script defines. */
export type Upstreams = {
  readonly script: Script;
  readonly searchUrl: string;
  readonly modelUrl: string;
  close(): void;
};

export const ORDINARY: Script = {
  title: 'Axolotl',
  snippet: PLAIN,
  page: `<html><body><p>${PLAIN.repeat(20)}</p></body></html>`,
  pageType: 'text/html',
  answer: `${PLAIN} [1]`,
};
/** In pieces, as a network delivers the output of a fast model. */
const DELTA_CHARS = 400;

/** Starts them on free ports. */
export async function startUpstreams(): Promise<Upstreams> {
  const script = { ...ORDINARY };
  const servers: Server[] = [];
  const listen = async (listener: RequestListener) => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const pagesUrl = await listen((_request, response) => {
    response.setHeader('content-type', script.pageType);
    response.end(script.page);
  });
  const searchUrl = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ results: resultsOf(script, pagesUrl) }));
  });
  const modelUrl = await listen((request, response) => {
    request.resume();
    response.setHeader('content-type', 'text/event-stream');
    for (const content of piecesOf(script.answer, DELTA_CHARS)) response.write(chunk({ content }, null));
    response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  return {
    script,
    searchUrl,
    modelUrl: `${modelUrl}/v1`,
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function resultsOf({ title, snippet }: Script, pagesUrl: string): readonly object[] {
  return Array.from({ length: MAX_SOURCES }, (_, at) => {
    return { url: `${pagesUrl}/${at}`, title: `${at} ${title}`, content: `${at} ${snippet}` };
  });
}

function chunk(delta: object, finishReason: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  const fields = { id: 'a', object: 'chat.completion.chunk', created: 0, model: 'a', choices };
  return `data: ${JSON.stringify(fields)}\n\n`;
}
