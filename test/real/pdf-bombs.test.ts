import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pdfBombs } from '../support/pdf-bombs.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { ask } from './ask.ts';
import { freePort } from './free-port.ts';
import { makeMemoryGroup } from './memory-group.ts';
import { startProcess } from './process.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const MEBIBYTE = 2 ** 20;
const LIMIT_MIB = 512;
const QUESTIONS = 24;
const PAGES = 10;

/** Serves the bombs under many addresses of this machine. Half of them are the largest. */
async function serveBombs() {
  const bombs = Object.values(pdfBombs).map((make) => make());
  const [largest] = bombs.toSorted((one, other) => other.length - one.length);
  let asked = 0;
  const server = createServer((_request, response) => {
    asked++;
    const bomb = asked % 2 === 0 ? largest : bombs[(asked >> 1) % bombs.length];
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(bomb);
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked: () => asked,
    /** The bombs of one question, each at another host. */
    results: (question: number) =>
      Array.from({ length: PAGES }, (_, at) => ({
        url: `http://127.0.${question}.${at + 1}:${port}/report.pdf`,
        title: `Report ${at} of ${question}`,
        content: `Report ${at} says that the axolotl of lake ${question} keeps its gills for life.`,
      })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

test('in 512 MiB of memory, 24 questions with ten PDF bombs each are answered', {
  skip: process.getuid?.() === 0 ? false : 'only root may limit the memory of a process',
}, async (t) => {
  await using bombs = await serveBombs();
  await using group = await makeMemoryGroup(LIMIT_MIB * MEBIBYTE);
  await using search = await startSearchServer((response, request) => {
    const question = Number(/\d+/.exec(new URL(request.url ?? '/', 'http://x').searchParams.get('q') ?? ''));
    withResults(bombs.results(question))(response, request);
  });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using _service = await startProcess({
    file: '/bin/sh',
    args: ['-c', 'echo $$ >"$0"; exec "$@"', group.processesFile, process.execPath, main, 'serve'],
    env: {
      PORT: String(port),
      SEARCH_PRIMARY_URL: search.url,
      SEARCH_TERTIARY_URL: 'off',
      MODEL_PROVIDER: 'extractive',
      READ_PAGES: 'on',
      // Long enough for all pages to be read.
      READ_TIMEOUT_MS: '30000',
      ANSWER_DEADLINE_MS: '60000',
      PAGE_ALLOW: '127.0.0.0/8',
    },
    healthUrl: `${url}/readyz`,
  });
  const startedMs = performance.now();
  const replies = await Promise.all(
    Array.from({ length: QUESTIONS }, (_, at) => ask(url, `What keeps the axolotl of lake ${at}?`)),
  );
  const tookMs = performance.now() - startedMs;
  assert.equal(bombs.asked(), QUESTIONS * PAGES);
  for (const { status, body } of replies) assert.equal(status, 200, JSON.stringify(body));
  t.diagnostic(`${Math.round((await group.peakBytes()) / MEBIBYTE)} MiB, ${Math.round(tookMs)} ms`);
  assert.equal(await group.kills(), 0);
});
