import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchServer, withResults } from '../test/support/search-server.ts';
import { assemble } from './assemble.ts';
import { loadSettings } from './config/load.ts';
import type { House } from './core/house.ts';
import { ANY_SCOPE } from './core/scope.ts';
import { createLog } from './observe/log.ts';

const { signal } = new AbortController();

/** The service with these settings and no third slot; `await using` it. */
async function house(environment: Readonly<Record<string, string>>): Promise<House & AsyncDisposable> {
  const { settings } = loadSettings({ SEARCH_TERTIARY_URL: 'off', READ_PAGES: 'off', ...environment });
  const made = await assemble(settings, '1', { log: createLog('silent') });
  return { ...made, [Symbol.asyncDispose]: made.close };
}

test('it answers alone only with a model that writes without sources and may', async () => {
  const model = { MODEL_BASE_URL: 'http://127.0.0.1:9/v1' };
  for (const [environment, alone, configured] of [
    [{}, false, false],
    [model, true, true],
    [{ ...model, MODEL_ONLY_FALLBACK: 'off' }, false, true],
    [{ MODEL_PROVIDER: 'extractive' }, false, true],
  ] as const) {
    await using made = await house(environment);
    const { answersAlone, ready } = made.readiness();
    assert.deepEqual([answersAlone, made.status().llmConfigured], [alone, configured]);
    assert.equal(ready, alone);
  }
});

test('examining the parts ends when the caller leaves', async () => {
  await using search = await startSearchServer(() => undefined);
  await using made = await house({ SEARCH_PRIMARY_URL: search.url });
  await assert.rejects(made.diagnose(AbortSignal.abort(new Error('left'))), /left/);
});

test('without pages and documents there is nothing to read, and no icon of a site', async () => {
  await using made = await house({});
  assert.deepEqual([made.read, made.siteIcon, made.documents], [null, null, []]);
});

test('back-ends are told the version and, if there is one, the contact', async () => {
  for (const [environment, agent] of [
    [{}, 'Sayso/1'],
    [{ CONTACT: 'me@a.test' }, 'Sayso/1 (me@a.test)'],
  ] as const) {
    const agents: (string | undefined)[] = [];
    const results = withResults();
    await using search = await startSearchServer((response, request) => {
      agents.push(request.headers['user-agent']);
      results(response, request);
    });
    await using made = await house({ SEARCH_PRIMARY_URL: search.url, ...environment });
    const found = await made.search({ text: 'sky', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 }, signal);
    assert.deepEqual([found.outcome.status, agents.at(-1)], ['ok', agent]);
  }
});
