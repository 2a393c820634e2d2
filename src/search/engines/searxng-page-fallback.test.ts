import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { closedPort, serve } from '../../../test/support/local-server.ts';
import { assertFailed, json, page } from '../../../test/support/search-replies.ts';
import { ANGOLA } from '../../../test/support/searxng-replies.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { faultWords } from '../../core/failure.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { SearchBackend, SearchOutcome } from '../search.ts';
import { searxng } from './searxng.ts';

const forever = new AbortController().signal;
const HITS = [{ url: ANGOLA.url, title: 'Angola', snippet: ANGOLA.content }];
const RESULT = `<article class="result"><h3><a href="${ANGOLA.url}">Angola</a></h3>
  <p class="content">${ANGOLA.content}</p></article>`;
const PAGE = `<div id="results"><div id="urls">${RESULT}</div></div>`;
const HINT =
  'add json to search.formats in its settings.yml, unless its limiter is on; its JSON ' +
  'output is switched off (403), so its page is read instead';

const FORBIDDEN = page('<h1>Forbidden</h1>', 403);
const LIMITED = page(' Too Many Requests\n', 429);
const isJson = (url = '') => url.includes('format=json');

/**
 * An instance that sends the given replies to calls for JSON and for pages, and a clock that the test sets.
 */
async function startInstance(replies: { json: RequestListener; page: RequestListener }, timeoutMs = 60_000) {
  const asked: string[] = [];
  const clock = { nowMs: 0 };
  const server = await serve((request, response) => {
    asked.push(request.url ?? '');
    (isJson(request.url) ? replies.json : replies.page)(request, response);
  });
  const upstream = testUpstream();
  const backend = searxng.open({ upstream, url: server.url, timeoutMs, now: () => clock.nowMs });
  return {
    replies,
    clock,
    search: () => backend.search({ text: 'x', limit: 5, scope: ANY_SCOPE }, forever),
    /** The requests since the last check: `json` or `page` for each call. */
    calls: () => asked.splice(0).map((url) => (isJson(url) ? 'json' : 'page')),
    urls: () => asked.splice(0),
    async [Symbol.asyncDispose]() {
      await upstream.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const waitOf = (outcome: SearchOutcome) => (outcome.status === 'failed' ? outcome.retryAfterMs : undefined);

test('without JSON the page of the instance is read, for an hour without another try', async () => {
  await using instance = await startInstance({ json: FORBIDDEN, page: page(PAGE) });
  assert.deepEqual(await instance.search(), { status: 'ok', hits: HITS, hint: HINT });
  assert.deepEqual(instance.calls(), ['json', 'page']);
  instance.clock.nowMs = 3_599_999;
  assert.deepEqual(await instance.search(), { status: 'ok', hits: HITS, hint: HINT });
  assert.deepEqual(instance.calls(), ['page']);
  instance.clock.nowMs = 3_600_000;
  instance.replies.json = json({ results: [ANGOLA] });
  assert.deepEqual(await instance.search(), { status: 'ok', hits: HITS });
  assert.deepEqual(instance.calls(), ['json']);
});

test('advises JSON only if it would help', async () => {
  const failing = `<div id="engines_msg"><table><tr><td class="engine-name">a</td>
    <td class="response-error">timeout</td></tr></table></div><div id="urls"></div>`;
  const cases: readonly (readonly [RequestListener, RegExp])[] = [
    [LIMITED, /^its limiter refuses Sayso \(429\): add this address to pass_ip/],
    [page('', 502), /^a proxy in front of it gets no answer from it \(502\): check/],
    [page('', 500), /^it reports an error \(500\)$/],
    [page(failing), /^it found nothing, and 1 of its engines did not answer \(a\)/],
    [page('<form class="anubis">'), /^its page is a bot check/],
    [
      page('<p>Log in</p>'),
      /^its JSON output is switched off .*not a list of results.*: add json to search\.formats/,
    ],
    [
      FORBIDDEN,
      /^its JSON output is switched off \(403\), and it refuses to send its page, too .*: add json to/,
    ],
  ];
  for (const [reply, cause] of cases) {
    await using instance = await startInstance({ json: FORBIDDEN, page: reply });
    const outcome = await instance.search();
    assert.ok(outcome.status === 'failed');
    assert.match(faultWords(outcome), cause);
  }
});

test('after a refused JSON call the wait is an hour, and the page is not requested', async () => {
  await using instance = await startInstance({ json: LIMITED, page: page(PAGE) });
  const refused = await instance.search();
  assertFailed(refused, 'rate', /limiter.*pass_ip.*server\.limiter/);
  assert.equal(waitOf(refused), 3_600_000);
  assert.deepEqual(instance.calls(), ['json']);
  instance.replies.json = page('Too Many Requests', 429, { 'retry-after': '30' });
  assert.equal(waitOf(await instance.search()), 30_000);
  instance.replies.json = page('<h1>429 Too Many Requests</h1><hr>nginx', 429);
  assert.equal(waitOf(await instance.search()), undefined);
});

test('a redirect to the start page is reported as the limiter', async () => {
  const home = page('moved', 302, { location: '/' });
  const cause =
    /^its limiter takes Sayso for a bot and redirects to its start page: add this address to pass_ip/;
  await using forJson = await startInstance({ json: home, page: page(PAGE) });
  assertFailed(await forJson.search(), 'configuration', cause);
  await using forPage = await startInstance({ json: FORBIDDEN, page: home });
  assertFailed(await forPage.search(), 'configuration', cause);
  await using server = await serve(page('moved', 302, { location: '/searx/' }));
  await using upstream = testUpstream();
  const below: SearchBackend = searxng.open({ upstream, url: `${server.url}/searx/`, timeoutMs: 60_000 });
  assertFailed(
    await below.search({ text: 'x', limit: 5, scope: ANY_SCOPE }, forever),
    'configuration',
    cause,
  );
});

/** The configuration that an instance shows to everybody, also to the name that its limiter refuses. */
const shown = (config: object): RequestListener => json(config);
/** The configuration of an instance whose limiter does not have this address in `pass_ip`. */
const limited =
  (config: object): RequestListener =>
  (request, response) =>
    (request.headers['user-agent'] === 'unknown' ? LIMITED : json(config))(request, response);

test('a diagnosis requests JSON without a limiter, and only the page with one', async () => {
  const [on, off] = [{ limiter: { enabled: true } }, { limiter: { enabled: false } }];
  for (const [config, expected] of [
    [shown(off), ['config', 'json']],
    [shown(on), ['config', 'config', 'json']],
    [limited(on), ['config', 'config', 'page']],
    [page('', 404), ['config', 'json']],
  ] as const) {
    const calls: string[] = [];
    await using server = await serve((request, response) => {
      const kind = request.url === '/searx/config' ? 'config' : isJson(request.url) ? 'json' : 'page';
      calls.push(kind);
      const replies = { config, json: json({ results: [ANGOLA] }), page: page(PAGE) };
      replies[kind](request, response);
    });
    await using upstream = testUpstream();
    const backend = searxng.open({ upstream, url: `${server.url}/searx/`, timeoutMs: 60_000 });
    const query = { text: 'x', limit: 5, scope: ANY_SCOPE, isDiagnosis: true };
    assert.equal((await backend.search(query, forever)).status, 'ok');
    assert.deepEqual(calls, expected);
  }
  const nobody = `http://127.0.0.1:${await closedPort()}`;
  await using upstream = testUpstream();
  const backend = searxng.open({ upstream, url: nobody, timeoutMs: 60_000 });
  const query = { text: 'x', limit: 5, scope: ANY_SCOPE, isDiagnosis: true };
  assertFailed(await backend.search(query, forever), 'network', /connection refused/);
});

test('a diagnosis uses up none of the three searches that link_token allows', async () => {
  const linked = { enabled: true, 'botdetection.ip_limit.link_token': true };
  for (const [config, status] of [
    [limited({ limiter: linked, public_instance: false }), 'failed'],
    [limited({ limiter: { ...linked, 'botdetection.ip_limit.link_token': null } }), 'ok'],
    [limited({ limiter: { enabled: true }, public_instance: true }), 'failed'],
    [shown({ limiter: linked, public_instance: true }), 'ok'],
  ] as const) {
    let searches = 0;
    await using server = await serve((request, response) => {
      if (request.url === '/config') return config(request, response);
      searches++;
      page(PAGE)(request, response);
    });
    await using upstream = testUpstream();
    const backend = searxng.open({ upstream, url: server.url, timeoutMs: 60_000 });
    const query = { text: 'x', limit: 5, scope: ANY_SCOPE, isDiagnosis: true };
    const outcome = await backend.search(query, forever);
    if (status === 'ok') assert.ok(searches > 0);
    else {
      assertFailed(outcome, 'configuration', /link_token on and allows a program 3 searches in 30 days: add/);
      assert.equal(searches, 0);
    }
  }
});

test('a page behind a redirect to a path of the same instance is read', async () => {
  await using server = await serve((request, response) => {
    if (isJson(request.url)) FORBIDDEN(request, response);
    else if (request.url?.startsWith('/searx/')) page(PAGE)(request, response);
    else response.writeHead(308, { location: `/searx${request.url}` }).end();
  });
  await using upstream = testUpstream();
  const backend = searxng.open({ upstream, url: server.url, timeoutMs: 60_000 });
  const outcome = await backend.search({ text: 'x', limit: 5, scope: ANY_SCOPE }, forever);
  assert.deepEqual(outcome, { status: 'ok', hits: HITS, hint: HINT });
});
