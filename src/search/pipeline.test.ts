import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSearchServer, withResults } from '../../test/support/search-server.ts';
import { testUpstream } from '../../test/support/test-upstream.ts';
import type { Attempt } from '../core/attempt.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { openSlots } from './engines/registry.ts';
import { openSearch } from './pipeline.ts';

const forever = new AbortController().signal;
const AXOLOTL = 'https://animals.test/axolotl';
const settings = { hedge: false, sitesBlock: [] };

/** A search over one SearXNG, and what that is asked. */
async function searchOver(language = 'auto') {
  const asked: URLSearchParams[] = [];
  const server = await startSearchServer((response, request) => {
    asked.push(new URL(request.url ?? '/', 'http://localhost').searchParams);
    withResults()(response, request);
  });
  const upstream = testUpstream();
  const slots = await openSlots({
    ...{ upstream, timeoutMs: 60_000, language },
    slots: [{ position: 1, kind: 'searxng', url: server.url, key: null }],
  });
  const trails: (readonly Attempt[])[] = [];
  const observe = (trail: readonly Attempt[]) => void trails.push(trail);
  return {
    search: openSearch({ slots, settings, cache: null, observe }),
    trails,
    asked: (name: string) => asked.map((parameters) => parameters.get(name)),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}

test('a search is sent to the back-end, and what became of each slot is observed', async () => {
  await using made = await searchOver();
  const query = { text: 'What is an axolotl?', limit: 5, scope: ANY_SCOPE };
  const { words, outcome, hits, slot, trail } = await made.search({ ...query, timeoutMs: 60_000 }, forever);
  assert.deepEqual([words, outcome, slot], [query.text, { status: 'ok' }, 1]);
  assert.deepEqual([hits[0]?.url, hits[0]?.slot], [AXOLOTL, 1]);
  assert.deepEqual(made.trails, [trail]);
});

test('the language that is sent is that of the caller, the operator or a clear question, in this order', async () => {
  for (const [text, operator, caller, sent] of [
    ['¿Cuál es la capital de Angola?', 'auto', 'auto', 'es'],
    ['アンゴラの首都はどこですか？', 'auto', 'auto', 'ja'],
    ['Wie hoch ist der Mount Everest?', 'en', 'auto', 'en'],
    ['Wie hoch ist der Mount Everest?', 'en', 'fr', 'fr'],
    ['Mount Everest', 'auto', 'auto', null],
  ] as const) {
    await using made = await searchOver(operator);
    const query = { text, limit: 5, scope: { ...ANY_SCOPE, language: caller } };
    await made.search({ ...query, timeoutMs: 60_000 }, forever);
    assert.deepEqual(made.asked('language'), [sent], text);
  }
});

test('a web search gets only the words that are meant for it, and without any it is not called', async () => {
  await using made = await searchOver();
  const query = { text: 'the secret axolotl', limit: 5, scope: ANY_SCOPE };
  await made.search({ ...query, webText: 'axolotl', timeoutMs: 60_000 }, forever);
  const { outcome } = await made.search({ ...query, webText: '', timeoutMs: 60_000 }, forever);
  assert.deepEqual([made.asked('q'), outcome], [['axolotl'], { status: 'empty' }]);
});
