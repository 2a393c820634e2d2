// Runs in a process of its own, because it counts everything that the process has open.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { closedPort, serve } from '../support/local-server.ts';
import { startModelServer, streaming, streamingThenHanging } from '../support/model-server.ts';
import { startSearchServer, withResults, withStatus } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';
import { untilSettled } from '../support/until.ts';

/** For each kind; `LEAK_ANSWERS=1000 node --test test/slow/leaks.test.ts` asks more. */
const ANSWERS = Number(process.env.LEAK_ANSWERS ?? 25);
/** How many times the resources are checked before those that remain count as a leak. */
const LOOKS = 1_000;
const LOOK_MS = 20;
const AT_A_TIME = 5;
/** Answers that open resources that stay open: connections, threads, caches. */
const WARM_UP = 10;
/** Resources that the process opens and closes independently of the answers. */
const OWN_AFFAIRS = new Set([
  'FSReqCallback',
  'TTYWrap',
  'PipeWrap',
  'Immediate',
  'TickObject',
  'GetAddrInfoReqWrap',
]);

const warnings: string[] = [];
const onWarning = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
process.on('warning', onWarning);
after(() => process.off('warning', onWarning));

/** Every signal that had a listener. */
const listenedTo = new Set<AbortSignal>();
const original = AbortSignal.prototype.addEventListener;
AbortSignal.prototype.addEventListener = function (this: AbortSignal, ...given: Parameters<typeof original>) {
  listenedTo.add(this);
  return original.apply(this, given);
} as typeof original;
after(() => {
  AbortSignal.prototype.addEventListener = original;
});

type Kind = { readonly name: string; ask(number: number): Promise<void> };

/** Sends a question; may disconnect before the reply or after its first bytes. */
function ask(
  url: string,
  query: string,
  accept: string,
  leaves: 'never' | 'at-first-bytes' | 'at-once' = 'never',
) {
  return new Promise<void>((resolve) => {
    const body = JSON.stringify({ query });
    const headers = { 'content-type': 'application/json', accept };
    const call = request(`${url}/api/ask?events=answer-delta,answer-block,sentence,support`, {
      method: 'POST',
      headers,
      agent: false,
    });
    call.on('error', () => undefined);
    call.on('close', resolve);
    call.on('response', (response) => {
      response.on('error', () => undefined);
      response.resume();
      if (leaves === 'at-first-bytes') response.once('data', () => call.destroy());
    });
    call.end(body, () => {
      if (leaves === 'at-once') setImmediate(() => call.destroy());
    });
  });
}

async function many(count: number, { ask: one }: Kind): Promise<void> {
  let next = 0;
  const asker = async () => {
    while (next < count) await one(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, asker));
}

/** How many of each kind of resource keep this process running. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo())
    if (!OWN_AFFAIRS.has(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function abortHandlers(): number {
  return [...listenedTo].reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0);
}

/** Whether no count is higher than before. */
function isBack(before: Record<string, number>, handlers: number): boolean {
  const now = resources();
  return (
    Object.entries(now).every(([kind, count]) => count <= (before[kind] ?? 0)) && abortHandlers() <= handlers
  );
}

test('after answers of every kind, no timer, listener, socket, thread or abort handler is left', async () => {
  await using page = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<html><body><p>${'The axolotl is a salamander that keeps its gills. '.repeat(20)}</p></body></html>`,
    );
  });
  const results = [1, 2, 3].map((at) => ({
    url: `${page.url}/${at}`,
    title: `Axolotl ${at}`,
    content: 'A salamander.',
  }));
  await using search = await startSearchServer(withResults(results));
  await using model = await startModelServer();
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    SEARCH_SECONDARY_URL: `http://127.0.0.1:${await closedPort()}`,
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'scripted',
    MODEL_API_KEY: 'x',
    READ_PAGES: 'on',
    PAGE_ALLOW: '127.0.0.0/8',
    ANSWER_CACHE_SECONDS: '300',
    LOG_LEVEL: 'silent',
  });
  const whole = streaming('An axolotl is a ', '**salamander** [1', '].');
  const JSON_FORM = 'application/json';
  const STREAM = 'text/event-stream';
  const kinds: readonly Kind[] = [
    { name: 'whole', ask: (number) => ask(service.url, `whole ${number}`, JSON_FORM) },
    { name: 'streamed', ask: (number) => ask(service.url, `streamed ${number}`, STREAM) },
    { name: 'from the cache', ask: () => ask(service.url, 'the same', JSON_FORM) },
    { name: 'left at once', ask: (number) => ask(service.url, `left ${number}`, STREAM, 'at-once') },
  ];
  const hanging: Kind = {
    name: 'left in the middle',
    ask: (number) => ask(service.url, `hanging ${number}`, STREAM, 'at-first-bytes'),
  };
  const cut: Kind = { name: 'cut', ask: (number) => ask(service.url, `cut ${number}`, JSON_FORM) };
  const failed: Kind = { name: 'failed', ask: (number) => ask(service.url, `failed ${number}`, JSON_FORM) };

  const all = async (count: number) => {
    search.script = withResults(results);
    model.script = whole;
    for (const kind of kinds) await many(count, kind);
    model.script = streamingThenHanging('An axolotl is a salamander [1]. ');
    await many(count, hanging);
    model.script = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"choices":[{"index":0,"delta":{"content":"An axolotl. "}}]}\n\n', () =>
        response.destroy(),
      );
    };
    await many(count, cut);
    search.script = withStatus(500);
    await many(count, failed);
    await page.noSocketsLeft().catch(() => undefined);
  };
  await all(WARM_UP);
  await untilSettled();
  const [before, handlers] = [resources(), abortHandlers()];
  await all(ANSWERS);
  for (let look = 0; look < LOOKS && !isBack(before, handlers); look++) await pause(LOOK_MS);
  assert.ok(
    isBack(before, handlers),
    JSON.stringify({ before, after: resources(), handlers, now: abortHandlers() }),
  );
  assert.deepEqual(warnings, []);
});
