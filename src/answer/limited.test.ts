import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answerer } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { collect } from './collect.ts';
import { limited } from './limited.ts';
import { createPlaces, type Places } from './places.ts';

const nobody = new AbortController().signal;
const question: Question = {
  id: 't',
  text: 'What is an axolotl?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 60_000,
};

/** An answerer limited by `places`, and the time limits that its answers were given. */
function onePlace(places: Places) {
  const deadlinesMs: number[] = [];
  const answerer: Answerer = async function* ({ deadlineMs }) {
    deadlinesMs.push(deadlineMs);
    yield { type: 'answer-delta', text: '' };
  };
  return { answer: limited(answerer, places, () => false), deadlinesMs };
}

test("the wait for a place counts towards the question's time", async () => {
  const places: Places = {
    running: 0,
    waiting: 0,
    take: () => sleep(50, () => undefined),
  };
  const { answer, deadlinesMs } = onePlace(places);
  await collect(answer(question, nobody)).catch(() => undefined);
  assert.ok((deadlinesMs[0] ?? 60_000) <= 59_951, String(deadlinesMs));
});

test('a question with little time does not spend it in the queue', async () => {
  const places = createPlaces({ count: 100, queueTimeoutMs: 60_000 });
  for (let taken = 0; taken < 100; taken++) await places.take(0, nobody);
  const { answer, deadlinesMs } = onePlace(places);
  await assert.rejects(collect(answer({ ...question, deadlineMs: 1000 }, nobody)), { code: 'overloaded' });
  assert.deepEqual(deadlinesMs, []);
});
