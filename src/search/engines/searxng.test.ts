import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import { assertFailed, json, outcomeAt } from '../../../test/support/search-replies.ts';
import { ANGOLA, EMPTY } from '../../../test/support/searxng-replies.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import type { SafeSearchLevel, SearchOutcome } from '../search.ts';
import { searxng } from './searxng.ts';

const forever = new AbortController().signal;

/** The smallest page that contains a result, in SearXNG's simple theme. */
const RESULT_PAGE = `<div id="urls"><article class="result"><h3><a href="${ANGOLA.url}">Angola</a></h3>
  <p class="content">${ANGOLA.content}</p></article></div>`;

type Asking = { readonly text?: string; readonly scope?: Scope } & Partial<
  Omit<Parameters<typeof searxng.open>[0], 'upstream'>
>;

function outcomeOf(listener: RequestListener, asking: Asking = {}): Promise<SearchOutcome> {
  const { text = 'x', scope = ANY_SCOPE, ...options } = asking;
  return outcomeAt(
    listener,
    (upstream, url) => searxng.open({ upstream, url, timeoutMs: 60_000, ...options }),
    { text, scope },
  );
}

/** The outcome of a search at an address where the test runs its own server, or none. */
async function searchAt(
  url: string,
  timeoutMs = 60_000,
  safesearch: SafeSearchLevel = null,
): Promise<SearchOutcome> {
  await using upstream = testUpstream();
  return await searxng
    .open({ upstream, url, timeoutMs, safesearch })
    .search({ text: 'x', limit: 5, scope: ANY_SCOPE }, forever);
}

test('sends safe search for JSON and page, but the parameters in the URL take precedence', async () => {
  const urls: (string | undefined)[] = [];
  const refuse: RequestListener = (request, response) => {
    urls.push(request.url);
    response.writeHead(request.url?.includes('format=json') ? 403 : 200, { 'content-type': 'text/html' });
    response.end(RESULT_PAGE);
  };
  await outcomeOf(refuse, { safesearch: '2', now: () => 0 });
  assert.deepEqual(urls, [
    '/search?format=json&safesearch=2&timeout_limit=59.7&q=x',
    '/search?safesearch=2&timeout_limit=59.7&q=x',
  ]);
  await using server = await serve(refuse);
  await searchAt(`${server.url}/?safesearch=0`, 2_000, '2');
  assert.match(urls[2] ?? '', /safesearch=0&/);
});

test('requests JSON in a way that the default limiter accepts', async () => {
  let asked: IncomingMessage | undefined;
  await outcomeOf((request, response) => {
    asked = request;
    json(EMPTY)(request, response);
  });
  assert.equal(asked?.url, '/search?format=json&timeout_limit=59.7&q=x');
  assert.equal(asked.headers.accept, 'application/json, text/html;q=0.5');
  assert.equal(asked.headers['accept-language'], '*');
  assert.match(asked.headers['accept-encoding'] ?? '', /gzip/);
  assert.equal(asked.headers['user-agent'], 'Sayso/1 (test)');
});

test('finds the search from any form of the URL', async () => {
  const asked: string[] = [];
  await using server = await serve((request, response) => {
    asked.push(request.url ?? '');
    json(EMPTY)(request, response);
  });
  for (const path of ['', '/', '/searx', '/searx/', '/searx/search', '/searx/search?categories=it']) {
    await searchAt(server.url + path);
  }
  assert.deepEqual(asked, [
    '/search?format=json&timeout_limit=59.7&q=x',
    '/search?format=json&timeout_limit=59.7&q=x',
    '/searx/search?format=json&timeout_limit=59.7&q=x',
    '/searx/search?format=json&timeout_limit=59.7&q=x',
    '/searx/search?format=json&timeout_limit=59.7&q=x',
    '/searx/search?categories=it&format=json&timeout_limit=59.7&q=x',
  ]);
});

test('sends a language in the only form that SearXNG accepts', async () => {
  let asked: string | null = null;
  const reply: RequestListener = (request, response) => {
    asked = new URL(request.url ?? '', 'http://x').searchParams.get('language');
    json(EMPTY)(request, response);
  };
  for (const [language, expected] of [
    ['zh-Hans-CN', 'zh-CN'],
    ['zh-Hant', 'zh-TW'],
    ['zh-hans', 'zh-CN'],
    ['zh-Hant-HK', 'zh-HK'],
    ['es-419', 'es'],
    ['sr-Latn', 'sr'],
    ['sr-Latn-RS', 'sr-RS'],
    ['pt-BR', 'pt-BR'],
    ['DE-at', 'de-AT'],
    ['fil', 'fil'],
    ['auto', null],
    ['bad\r\nHeader: x', null],
  ] as const) {
    await outcomeOf(reply, { scope: { ...ANY_SCOPE, language } });
    assert.equal(asked, expected, language);
  }
});

test('sends no commands, and at most 400 characters', async () => {
  const asked: string[] = [];
  const reply: RequestListener = (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('q') ?? '');
    json(EMPTY)(request, response);
  };
  await outcomeOf(reply, { text: '!!g :fr what is <4' });
  await outcomeOf(reply, { text: '😀'.repeat(6_000) });
  assert.deepEqual(asked, ['g fr what is < 4', '😀'.repeat(400)]);
  assert.deepEqual(await outcomeOf(reply, { text: '!!' }), { status: 'empty' });
  assert.equal(asked.length, 2);
});

test('passes on a shorter time limit, however little time there is, unless the URL sets one', async () => {
  const limits: (string | null)[] = [];
  const reply: RequestListener = (request, response) => {
    limits.push(new URL(request.url ?? '', 'http://x').searchParams.get('timeout_limit'));
    json(EMPTY)(request, response);
  };
  await outcomeOf(reply, { timeoutMs: 5_000 });
  for (const timeoutMs of [900, 400, 80]) {
    await using server = await serve(reply);
    await searchAt(server.url, timeoutMs);
  }
  await using server = await serve(reply);
  await searchAt(`${server.url}/?timeout_limit=1`, 5_000);
  const [limit, ...others] = limits;
  // On a busy machine, part of the time limit has passed before the request is made.
  assert.ok(Number(limit) > 1 && Number(limit) <= 4.7, String(limit));
  const [some, ...least] = others;
  assert.ok(Number(some) >= 0.1 && Number(some) <= 0.6, String(some));
  assert.deepEqual(least.slice(-1), ['1']);
  assert.ok(least.every((one) => Number(one) >= 0.1));
});

test('a parameter that it rejects is left out, once', async () => {
  const asked: string[] = [];
  const picky: RequestListener = (request, response) => {
    asked.push((request.url ?? '').replace(/timeout_limit=5\d\.\d/, 'timeout_limit=N'));
    const isBad = request.url?.includes('language') ?? false;
    json(
      isBad ? { error: 'Invalid value xx for parameter language' } : { ...EMPTY, results: [ANGOLA] },
      isBad ? 400 : 200,
    )(request, response);
  };
  assert.equal((await outcomeOf(picky, { scope: { ...ANY_SCOPE, language: 'xx' } })).status, 'ok');
  assert.deepEqual(asked, [
    '/search?format=json&timeout_limit=N&q=x&language=xx',
    '/search?format=json&timeout_limit=N&q=x',
  ]);
  let calls = 0;
  const stubborn: RequestListener = (request, response) => {
    calls++;
    json({ error: 'No query' }, 400)(request, response);
  };
  assertFailed(await outcomeOf(stubborn), 'bad-parameter', /400/);
  assert.equal(calls, 1);
});

test('an instance whose engines are suspended names their reasons and its own age', async () => {
  const unresponsive_engines = [
    ['google', 'Suspended: CAPTCHA', true],
    ['brave', 'Suspended: too many requests', true],
  ];
  const asked = async (config: object) => {
    const outcome = await outcomeOf((request, response) =>
      request.url?.startsWith('/config')
        ? json(config)(request, response)
        : json({ ...EMPTY, unresponsive_engines })(request, response),
    );
    assert.ok(outcome.status === 'failed');
    return outcome;
  };
  const reasons =
    '2 of its engines did not answer (google: Suspended: CAPTCHA, brave: Suspended: too many requests)';
  const old = await asked({ version: '2024.1.31+abc' });
  assert.ok(old.cause.startsWith(`it found nothing, and ${reasons}; SearXNG 2024.1.31 is `), old.cause);
  assert.match(old.cause, / \d{3,} days old$/);
  assert.match(old.remedy ?? '', /^update it, or wait/);
  const today = new Date().toISOString().slice(0, 10).replace(/-0?/g, '.');
  const young = await asked({ version: `${today}-abc` });
  assert.ok(young.cause.endsWith(`; SearXNG ${today} is 0 days old`), young.cause);
  assert.match(young.remedy ?? '', /^wait until its engines answer/);
  for (const config of [{ version: '1.1.0' }, {}]) {
    const unknown = await asked(config);
    assert.equal(unknown.cause, `it found nothing, and ${reasons}`);
  }
});
