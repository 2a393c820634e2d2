import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Cache } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import { type Answerer, type Caller, collect, runOf } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { addAnswerIds, recallSources } from './answer-sources.ts';
import type { SourceCaching } from './parts.ts';

function start() {
  const stored = new Map<string, readonly Source[]>();
  const cache: Cache<readonly Source[]> = {
    get: async (key) => {
      const value = stored.get(key);
      return value === undefined ? null : { value, ageMs: 0 };
    },
    set: async (key, value) => void stored.set(key, value),
  };
  const rest = { lifetimeMs: 1000, fingerprint: () => 'f', count: () => undefined };
  return { stored, caching: { cache, ...rest, secret: async () => 'secret' } };
}

const by = (name: string): Caller => ({ name });

const asking = (answerId: string) => ({
  ...QUESTION,
  history: [{ question: 'What?', answer: 'cut off by the', answerId }],
});

/** The id that an answer gets. */
async function idOf(answerSources: SourceCaching, given: Partial<Answer> = {}) {
  const answerer: Answerer = async function* () {
    yield* eventsOf(given);
  };
  const run = runOf(QUESTION, { caller: by('a'), signal: new AbortController().signal });
  return (await collect(addAnswerIds(answerer, answerSources)(run))).answer.answerId ?? '';
}

test('an id is of use only to its caller, under its settings, and with its secret', async () => {
  const { caching } = start();
  const id = await idOf(caching);
  const known = (over: Partial<SourceCaching>, caller = 'a') =>
    recallSources({ ...caching, ...over }, asking(id), by(caller));
  assert.deepEqual(await known({}), ANSWER.sources);
  assert.deepEqual(await known({}, 'b'), []);
  assert.deepEqual(await known({ fingerprint: () => 'g' }), []);
  assert.deepEqual(await known({ secret: async () => 'other' }), []);
  assert.deepEqual(await recallSources(caching, QUESTION, by('a')), [], 'no history');
});

test('the sources of an answer are stored once, and an answer without sources gets no id', async () => {
  const { caching, stored } = start();
  assert.equal(await idOf(caching, { sources: [] }), '');
  const kept = { id: 'x'.repeat(22), lifetimeMs: 9 };
  const first = await idOf(caching, { kept: { ...kept, ageMs: 0 } });
  assert.equal(await idOf(caching, { kept: { ...kept, ageMs: 1 } }), first);
  assert.equal(stored.size, 1);
  assert.deepEqual(await recallSources(caching, asking(first), by('a')), ANSWER.sources);
});
