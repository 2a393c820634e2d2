import assert from 'node:assert/strict';
import { test } from 'node:test';
import own from '../../package.json' with { type: 'json' };
import { requireBuiltPage } from '../../test/support/built-page.ts';
import { serve } from '../../test/support/local-server.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { failover, searchTogether } from '../search/failover.ts';
import { found, SENDS_NOTHING, type SearchOutcome } from '../search/search.ts';
import { track } from '../search/slot.ts';
import { EXAMPLE_QUESTIONS, startDemo, startupLines } from './demo.ts';

/** With any other version, each start of the demo would write the index of its documents again. */
const { version } = own;

requireBuiltPage();

test('three lines say where answers come from, what to ask, and at which address', () => {
  for (const state of ['searched', 'unreachable', 'offline'] as const) {
    const lines = startupLines({ address: 'http://127.0.0.1:3000', wikipedia: state, models: [] });
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /World Factbook .*READMEs of the installed packages/);
    assert.match(lines[1] ?? '', /^You can ask: .+\?/);
    assert.match(lines[2] ?? '', /^Open http:\/\/127\.0\.0\.1:3000 in a browser, or run: curl '[^' ]+'$/);
  }
});

test('Wikipedia is searched if it answers at the start, is allowed and is not switched off', async () => {
  let status = 200;
  const asked: string[] = [];
  await using wikipedia = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers['user-agent']}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  const url = `${wikipedia.url}/w/api.php`;
  const stateOf = async (tertiary: string) => {
    const environment = {
      PORT: '0',
      LOG_LEVEL: 'silent',
      SEARCH_TERTIARY_URL: tertiary,
      MODEL_PROVIDER: 'none',
    };
    const started = await startDemo({ environment, version, offline: false });
    await started.service.stop();
    return started.wikipedia;
  };
  assert.deepEqual([await stateOf('off'), asked], ['unreachable', []]);
  assert.equal(await stateOf(url), 'searched');
  assert.match(asked[0] ?? '', /^\/w\/api\.php\?action=query&.* Sayso\/[\d.]+$/);
  status = 503;
  assert.equal(await stateOf(url), 'unreachable');
});

test('a demo whose port is taken listens on a later one; its page shows questions it answers', async () => {
  await using other = await serve(() => undefined);
  const environment = { PORT: `${other.port}`, LOG_LEVEL: 'silent' };
  const { service } = await startDemo({ environment, version, offline: true });
  const port = Number(new URL(service.address).port);
  assert.ok(port > other.port && port <= other.port + 20, `${port}`);
  const reply = await fetch(
    `${service.address}/api/v1/query?q=${encodeURIComponent(EXAMPLE_QUESTIONS[0] ?? '')}`,
  );
  assert.match(await reply.text(), /Romansch/);
  const page = await (await fetch(`${service.address}/`)).text();
  const shown = /<meta name="sayso-examples" content="([^"]+)">/.exec(page)?.[1] ?? '';
  for (const question of EXAMPLE_QUESTIONS) assert.ok(shown.includes(question), shown);
  assert.match(page, /^<!doctype html>\s*<html data-searches="documents" data-writes="quotes" /);
  assert.match(page, /<h1>Ask these documents\.<\/h1>/);
  assert.doesNotMatch(page, /search engines|language model|the web/i);
  await service.stop();
});

/** One search over slots with this time limit; each of these functions is the search of one slot. */
function searchOver(
  timeoutMs: number,
  ...searches: readonly ((signal: AbortSignal) => Promise<SearchOutcome>)[]
) {
  return searchTogether(
    searches.map((search, at) => {
      const slot = track({
        ...{ position: at === 0 ? 1 : 2, name: 'l', label: 'l', timeoutMs },
        backend: { sends: SENDS_NOTHING, search: (_query, signal) => search(signal) },
      });
      return failover([slot], { hedge: true });
    }),
  );
}

const query = { text: 'x', limit: 4, scope: { ...ANY_SCOPE, language: 'en' } };
const hit = (name: string) => ({ url: `https://${name}.test/`, title: name, snippet: name });
const never = () => new Promise<SearchOutcome>(() => undefined);

test('a slot that hangs costs its own time limit or that of the search, and the others count', async () => {
  const { signal } = new AbortController();
  const quick = async () => found([hit('a'), hit('b')]);
  for (const [slotMs, timeoutMs] of [
    [20, 60_000],
    [60_000, 20],
  ] as const) {
    const { hits, trail } = await searchOver(slotMs, never, quick)({ ...query, timeoutMs }, signal);
    assert.deepEqual([hits.map(({ title }) => title), trail.length], [['a', 'b'], 2]);
  }
});

test('hits are taken in turn until the longest list is used up', async () => {
  const { signal } = new AbortController();
  const one = async () => found([hit('a')]);
  const three = async () => found([hit('b'), hit('c'), hit('d')]);
  const { hits } = await searchOver(60_000, one, three)({ ...query, timeoutMs: 60_000 }, signal);
  assert.deepEqual(
    hits.map(({ title }) => title),
    ['a', 'b', 'c', 'd'],
  );
});
