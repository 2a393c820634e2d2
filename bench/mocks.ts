// The upstreams of the benchmark, in their own process: `PORT_BASE` accepts changes to the settings, the next
// port is a SearXNG, three ports further are the pages it finds, and after that a model.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { answerModel } from './mock-model.ts';
import { answerPage } from './mock-page.ts';
import { answerSearch, PAGE_HOSTS } from './mock-search.ts';
import { fastestMocks, type MockSettings } from './mock-settings.ts';

type Handler = (settings: MockSettings, request: IncomingMessage, response: ServerResponse) => Promise<void>;

const base = Number(process.env.PORT_BASE ?? 7700);
const settings = fastestMocks();

async function configure(_settings: MockSettings, request: IncomingMessage, response: ServerResponse) {
  const changes = request.method === 'POST' ? ((await json(request)) as Partial<MockSettings>) : {};
  Object.assign(settings.search, changes.search);
  Object.assign(settings.pages, changes.pages);
  Object.assign(settings.llm, changes.llm);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(settings));
}

function listen(port: number, handle: Handler, host = '127.0.0.1'): void {
  const server = createServer((request, response) => {
    handle(settings, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, host);
}

listen(base, configure);
listen(base + 1, answerSearch);
for (const host of PAGE_HOSTS) listen(base + 4, answerPage, host);
listen(base + 5, answerModel);
