import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { answerWith, startChatServer } from '../support/chat-server.ts';
import { serve } from '../support/local-server.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { startTestService } from '../support/service.ts';
import { toSseEvents } from '../support/sse-events.ts';
import { openTestPage } from '../support/test-page.ts';
import { startChromium } from './chromium.ts';

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser?.close());

const QUESTION = 'Does an axolotl keep its gills?';
const SHELL = '<html><title>Gills</title><body><script src="/app.js"></script></body></html>';
const SCRIPT = `document.body.append('The axolotl keeps its gills for its whole life, even in the lake.')`;

/** The service with a search that finds one page without text, which a browser renders. */
async function startGround() {
  const ground = new AsyncDisposableStack();
  const site = ground.use(
    await serve((request, response) => {
      const isScript = request.url === '/app.js';
      response.statusCode = isScript || request.url === '/gills' ? 200 : 404;
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? SCRIPT : SHELL);
    }),
  );
  const chromium = ground.use(await startChromium());
  const hit = { url: `${site.url}/gills`, title: 'Gills', content: 'An excerpt.' };
  const search = ground.use(await startSearchServer(withResults([hit])));
  const chat = ground.use(
    await startChatServer((response) => answerWith(response, ['The axolotl keeps its gills [1].'])),
  );
  const service = ground.use(
    await startTestService({
      SEARCH_PRIMARY_URL: search.url,
      MODEL_BASE_URL: chat.url,
      MODEL_NAME: 'm',
      READ_PAGES: 'on',
      READ_TIMEOUT_MS: '10000',
      PAGE_ALLOW: `127.0.0.1:${site.port}`,
      READ_FALLBACK_URL: await socketOf(chromium.url),
      ANSWER_DEADLINE_MS: '300000',
      ANSWER_CACHE_SECONDS: '600',
    }),
  );
  return Object.assign(ground, { url: service.url });
}

/** The socket of a browser, whose port says nothing of what is there. */
async function socketOf(url: string): Promise<string> {
  const version = await fetch(`${url}/json/version`).then((reply) => reply.json());
  return version.webSocketDebuggerUrl;
}

async function ask(url: string): Promise<(name: string) => Record<string, unknown>> {
  const reply = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUESTION }),
  });
  const events = toSseEvents(await reply.text());
  return (name) => JSON.parse(events.find(({ event }) => event === name)?.data ?? '{}');
}

test('the stream, the card and the receipt say that a page was read with a browser', async () => {
  await using ground = await startGround();
  const first = await ask(ground.url);
  assert.deepEqual(first('page-skip'), {});
  assert.equal(first('page-read').rendered_by, 'cdp');
  assert.partialDeepStrictEqual(first('sources').sources, [{ basis: 'page', rendered_by: 'cdp' }]);
  const cached = await ask(ground.url);
  assert.deepEqual(cached('page-read'), {});
  assert.partialDeepStrictEqual(cached('sources').sources, [{ basis: 'page', rendered_by: 'cdp' }]);

  await using watched = await openTestPage(browser);
  const { page, complaints } = watched;
  await page.goto(`${ground.url}/?q=${encodeURIComponent(`${QUESTION} Why?`)}`);
  await page.locator('.receipt').waitFor();
  assert.match((await page.locator('#source-1').textContent()) ?? '', /with a browser/);
  await page.locator('.receipt summary').click();
  assert.match((await page.locator('.receipt').textContent()) ?? '', /read, with a browser \(cdp\)/);
  assert.deepEqual(complaints, []);
});
