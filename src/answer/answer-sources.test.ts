import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Cache } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import { type Answerer, type Caller, collect, runOf } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { createAnswerSources, withAnswerIds } from './answer-sources.ts';

function start() {
  const stored = new Map<string, readonly Source[]>();
  const cache: Cache<readonly Source[]> = {
    get: async (key) => {
      const value = stored.get(key);
      return value === undefined ? null : { value, ageMs: 0 };
    },
    set: async (key, value) => void stored.set(key, value),
  };
  return { stored, options: { cache, fingerprint: () => 'f', secret: async () => 'secret' } };
}

const by = (name: string): Caller => ({ name });

const asking = (answerId: string) => ({
  ...QUESTION,
  history: [{ question: 'What?', answer: 'cut off by the', answerId }],
});

test('an id is of use only to its caller, under its settings, and with its secret', async () => {
  const { options } = start();
  const { answerId = '' } = await createAnswerSources(options).remember(ANSWER, QUESTION, by('a'));
  const known = (over: Partial<typeof options>, caller = 'a') =>
    createAnswerSources({ ...options, ...over }).recall(asking(answerId), by(caller));
  assert.deepEqual(await known({}), ANSWER.sources);
  assert.deepEqual(await known({}, 'b'), []);
  assert.deepEqual(await known({ fingerprint: () => 'g' }), []);
  assert.deepEqual(await known({ secret: async () => 'other' }), []);
  assert.deepEqual(await createAnswerSources(options).recall(QUESTION, by('a')), [], 'no history');
});

test('the sources of an answer are stored once, and an answer without sources gets no id', async () => {
  const { options, stored } = start();
  const known = createAnswerSources(options);
  const idOf = async (given: Partial<Answer>) => {
    const answerer: Answerer = async function* () {
      for (const event of eventsOf())
        yield event.type === 'answer-end' ? { ...event, answer: { ...ANSWER, ...given } } : event;
    };
    const { answer } = await collect(
      withAnswerIds(
        answerer,
        known,
      )(runOf(QUESTION, { caller: by('a'), signal: new AbortController().signal })),
    );
    return answer.answerId ?? '';
  };
  assert.equal(await idOf({ sources: [] }), '');
  const kept = { id: 'x'.repeat(22), lifetimeMs: 9 };
  const first = await idOf({ kept: { ...kept, ageMs: 0 } });
  assert.equal(await idOf({ kept: { ...kept, ageMs: 1 } }), first);
  assert.equal(stored.size, 1);
  assert.deepEqual(await known.recall(asking(first), by('a')), ANSWER.sources);
});
