import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { ANY_SCOPE } from '../src/core/scope.ts';
import type { Upstream } from '../src/net/upstream.ts';
import { duckduckgo } from '../src/search/engines/duckduckgo.ts';
import { searxng } from '../src/search/engines/searxng.ts';
import { tavily } from '../src/search/engines/tavily.ts';
import { failover } from '../src/search/failover.ts';
import type { SearchBackend } from '../src/search/search.ts';
import { track } from '../src/search/slot.ts';
import { serve } from './support/local-server.ts';
import { assertFailed, json, outcomeAt, page } from './support/search-replies.ts';
import { testUpstream } from './support/test-upstream.ts';

// The ways back-ends fail, numbered. Those in one file are tested next to it, the others here.
const ROWS = Array.from({ length: 20 }, (_, i) => i + 1);
const forever = new AbortController().signal;
const root = new URL('..', import.meta.url);

test('every row of the failure table has one test', () => {
  const files = globSync('{src,packages,test}/**/*.test.ts', { cwd: root });
  const names = files.flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(/^test\('row (\d+): /gm)].map((match) => match[1]),
  );
  assert.deepEqual(
    names.map(Number).sort((a, b) => a - b),
    ROWS,
  );
});

test('row 11: after an empty result the next slot is asked, and its empty result is no failure', async () => {
  const nothing = { results: [], answers: [], infoboxes: [], unresponsive_engines: [] };
  const something = { ...nothing, results: [{ url: 'https://example.org/', title: 'T', content: 'C' }] };
  await using first = await serve(json(nothing));
  await using other = await serve(json(nothing));
  await using third = await serve(json(something));
  await using upstream = testUpstream();
  const slotAt = (url: string, i: number) => {
    const backend = searxng.open({ upstream, url, timeoutMs: 60_000 });
    return track({
      position: i === 0 ? 1 : 2,
      name: 'searxng',
      label: url,
      backend,
      timeoutMs: 60_000,
    });
  };
  const search = (...urls: string[]) => {
    const query = { text: 'x', limit: 5, scope: ANY_SCOPE };
    return failover(urls.map(slotAt), { hedge: false })(query, 5_000, forever);
  };
  const agreed = await search(first.url, other.url);
  assert.deepEqual(agreed.outcome, { status: 'empty' });
  assert.deepEqual(
    agreed.trail.map(({ status }) => status),
    ['empty', 'empty'],
  );
  const corrected = await search(first.url, third.url);
  assert.equal(corrected.outcome.status, 'ok');
  assert.equal(corrected.slot, 2);
});

test('row 20: a refusal that looks like success', async () => {
  type Connection = { upstream: Upstream; url: string; key: string; timeoutMs: number };
  const at = (create: (connection: Connection) => SearchBackend, listener: RequestListener) =>
    outcomeAt(listener, (upstream, url) => create({ upstream, url, key: 'k', timeoutMs: 60_000 }));
  const challenge = page('<div id="links"><form id="challenge-form"></form></div>');
  assertFailed(await at(duckduckgo.open, page('', 202)), 'blocked', /bot \(202\)/);
  assertFailed(await at(duckduckgo.open, challenge), 'blocked', /for a bot/);
  assertFailed(await at(tavily.open, json({ detail: {} }, 432)), 'configuration', /432/);
  assertFailed(await at(tavily.open, json({ detail: {} }, 433)), 'configuration', /433/);
});
