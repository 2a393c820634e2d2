import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockSettings } from './mock-settings.ts';
import { mockSnippet, mockTitle } from './mock-text.ts';

const RESULTS = 10;
const SNIPPET_CHARS = 200;
/** The number of pages on the mock web; three of them are found by every question. */
const PAGES = 1000;
/** The distance between its own port and the ports of the pages. */
const PAGES_BEYOND = 3;
const ALWAYS_FOUND = 3;

/** Each result has its own host, as is usual; from one host, two pages are read at a time. */
export const PAGE_HOSTS: readonly string[] = Array.from({ length: RESULTS }, (_, at) => `127.0.0.${at + 1}`);

/** `GET /search?format=json&q=...` as a SearXNG answers it: ten results that depend only on the question. */
export async function answerSearch(
  settings: MockSettings,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname !== '/search') {
    response.writeHead(404).end();
    return;
  }
  if (settings.search.delayMs > 0) await sleep(settings.search.delayMs);
  const query = url.searchParams.get('q') ?? '';
  const body = JSON.stringify({
    query,
    number_of_results: 0,
    results: resultsFor(query, (request.socket.localPort ?? 0) + PAGES_BEYOND),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function resultsFor(query: string, pagePort: number): readonly Record<string, unknown>[] {
  const start = [...query].reduce(
    (sum, character) => (sum * 33 + (character.codePointAt(0) ?? 0)) % PAGES,
    5,
  );
  return PAGE_HOSTS.map((host, at) => {
    const id = at < ALWAYS_FOUND ? at : (start + at * 41) % PAGES;
    return {
      url: `http://${host}:${pagePort}/page/${id}`,
      title: mockTitle(id),
      content: mockSnippet(id, SNIPPET_CHARS),
      engine: 'mock',
      engines: ['mock'],
      positions: [at + 1],
      score: 10 / (at + 1),
      category: 'general',
      publishedDate: null,
    };
  });
}
