import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './support/browser.ts';
import { serve } from './support/local-server.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { startTestService, type TestService } from './support/service.ts';

/** A page of another site. Names that end in `.test` lead to this machine, as after DNS rebinding. */
const foreign = await serve((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Foreign</title>');
});
const search = await startSearchServer();
const model = await startModelServer(streaming('An axolotl [1].'));
const settings = { SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url };
const service = await startTestService(settings);
const browser: Browser = await launchBrowser(['--host-resolver-rules=MAP *.test 127.0.0.1']);

after(async () => {
  await browser.close();
  for (const each of [service, model, search, foreign]) await each[Symbol.asyncDispose]();
});

/**
 * The requests that a page can try: simple requests need no preflight, and a script, an image or a form needs
 * no permission.
 */
const ATTEMPTS = [
  ['POST', '/search', '{"query":"axolotl","include_answer":true}', 'application/json'],
  ['POST', '/search', 'q=axolotl', 'application/x-www-form-urlencoded'],
  [
    'POST',
    '/v1/chat/completions',
    '{"model":"sayso","messages":[{"role":"user","content":"x"}]}',
    'application/json',
  ],
  ['POST', '/v1/chat/completions', '{"model":"sayso"}', 'text/plain'],
  ['GET', '/search?format=json&q=axolotl', null, null],
  ['GET', '/v1/models', null, null],
] as const;

/** The statuses that the attempts of a page at an address get; 0 if the browser hides the reply. */
async function statusesFrom(page: string, to: string): Promise<readonly number[]> {
  const tab = await browser.newPage();
  await tab.goto(page);
  const statuses = await tab.evaluate(
    async ({ attempts, base }) => {
      const all = attempts.map(async ([method, path, body, type]) => {
        const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
        const reply = await fetch(base + path, { method, headers, body }).catch(() => null);
        return reply?.status ?? 0;
      });
      return Promise.all(all);
    },
    { attempts: ATTEMPTS, base: to },
  );
  await tab.close();
  return statuses;
}

const spent = () => search.asked.filter((text) => text !== '').length + model.calls;
const refusals = ATTEMPTS.map(() => 403);
const at = ({ url }: Pick<TestService, 'url'>, host: string) => `http://${host}:${new URL(url).port}`;

test('a page of another site cannot use the interfaces, not even without reading the reply', async () => {
  const before = spent();
  assert.deepEqual(await statusesFrom(at(foreign, 'evil.test'), at(service, '127.0.0.1')), refusals);
  assert.deepEqual(await statusesFrom(foreign.url, at(service, 'localhost')), refusals);
  const tab = await browser.newPage();
  await tab.goto(at(foreign, 'evil.test'));
  await tab.evaluate(
    async (base) => {
      const image = new Image();
      const isOver = new Promise((resolve) => {
        image.onload = image.onerror = resolve;
      });
      image.src = `${base}/search?format=json&q=axolotl`;
      await isOver;
      await fetch(`${base}/search`, { method: 'POST', mode: 'no-cors', body: 'q=axolotl' }).catch(() => null);
    },
    at(service, '127.0.0.1'),
  );
  await tab.close();
  assert.equal(spent(), before);
});

test('a page that gives its own name the address of this machine cannot use them either', async () => {
  const before = spent();
  const own = at(service, 'rebound.test');
  assert.deepEqual(await statusesFrom(`${own}/llms.txt`, own), refusals);
  assert.equal(spent(), before);
});

test('a page that ALLOWED_ORIGINS names can use them', async () => {
  const allowed = at(foreign, 'chat.test');
  await using open = await startTestService({ ...settings, ALLOWED_ORIGINS: allowed });
  const statuses = await statusesFrom(allowed, at(open, '127.0.0.1'));
  assert.deepEqual([statuses[0], statuses[1], statuses[2], statuses[5]], [200, 200, 200, 200]);
});

/** The text that a page gets for a chat with the headers that libraries add; null if the browser hides it. */
async function chatFrom(page: string, to: string, key: string | null): Promise<string | null> {
  const tab = await browser.newPage();
  await tab.goto(page);
  const sent: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const text = await tab.evaluate(
    async ({ url, sent }) => {
      const headers = { 'x-stainless-lang': 'js', 'x-title': 'Chat', 'content-type': 'application/json' };
      const body = '{"stream":true,"messages":[{"role":"user","content":"What is an axolotl?"}]}';
      const reply = await fetch(url, { method: 'POST', headers: { ...headers, ...sent }, body }).catch(
        () => null,
      );
      return reply === null ? null : `${reply.status} ${await reply.text()}`;
    },
    { url: `${to}/v1/chat/completions`, sent },
  );
  await tab.close();
  return text;
}

test('a page chats with the headers of a library if its origin is listed, or with a key', async () => {
  const page = at(foreign, 'chat.test');
  const ANSWERED = /^200 data: .*axolotl.*\[DONE\]/s;
  await using listed = await startTestService({ ...settings, ALLOWED_ORIGINS: page });
  assert.match((await chatFrom(page, at(listed, '127.0.0.1'), null)) ?? '', ANSWERED);
  await using anyPort = await startTestService({ ...settings, ALLOWED_ORIGINS: 'http://chat.test:*' });
  assert.match((await chatFrom(page, at(anyPort, '127.0.0.1'), null)) ?? '', ANSWERED);
  await using keyed = await startTestService({ ...settings, API_KEYS: 'k' });
  assert.match((await chatFrom(page, at(keyed, '127.0.0.1'), 'k')) ?? '', ANSWERED);
  const before = spent();
  assert.match((await chatFrom(page, at(keyed, '127.0.0.1'), 'wrong')) ?? '', /^401 /);
  assert.match((await chatFrom(page, at(keyed, '127.0.0.1'), null)) ?? '', /^401 /);
  assert.equal(await chatFrom(page, at(service, '127.0.0.1'), null), null);
  assert.equal(await chatFrom(page, at(service, '127.0.0.1'), 'k'), null);
  assert.equal(spent(), before);
});
