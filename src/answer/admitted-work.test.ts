import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import { admitAnswers, admitCalls, readWithPermit } from '../admission/admission.ts';
import { AnswerPermits } from '../admission/answer-permits.ts';
import type { AnswerEvent, Evidence } from '../core/events.ts';
import { runOf } from '../core/run.ts';
import { observeAnswers } from './pipeline.ts';

const nobody = new AbortController().signal;
const asked = runOf(QUESTION, { signal: nobody });
const end: AnswerEvent = { type: 'gather-end', evidence: { meaning: 'm' } as Evidence };

async function* gather(): AsyncGenerator<AnswerEvent> {
  yield { type: 'sources', sources: [], language: 'en' };
  yield end;
}

function onePlace(isOverloaded = false) {
  return { places: new AnswerPermits({ count: 1, queueTimeoutMs: 0 }), isOverloaded: () => isOverloaded };
}

/** The places for quick answers, which are also those for deep ones. */
const both = (admission: ReturnType<typeof onePlace>) => ({
  admissions: { answers: admission, deep: admission },
});

test('gathering takes a place, gives it back, and emits its evidence through the stages', async () => {
  const admission = onePlace();
  let ends = 0;
  const watch = () => ({ see: () => undefined, end: () => void ends++ });
  const gathering = observeAnswers(admitAnswers(gather, both(admission)), [watch])(asked);
  assert.equal((await gathering.next()).done, false);
  assert.equal(admission.places.running, 1);
  await assert.rejects(admitAnswers(gather, both(admission))(asked).next(), { code: 'overloaded' });
  assert.equal((await gathering.next()).value, end);
  assert.equal((await gathering.next()).done, true);
  assert.deepEqual([admission.places.running, ends], [0, 1]);
});

test('whoever leaves a gathering early gives its place back', async () => {
  const admission = onePlace();
  const gathering = observeAnswers(admitAnswers(gather, both(admission)), [])(asked);
  await gathering.next();
  await gathering.return(undefined);
  assert.equal(admission.places.running, 0);
});

test('a single call takes a place too, and is refused while the process is overloaded', async () => {
  const admission = onePlace();
  const running = admitCalls(async () => admission.places.running, admission)({ timeoutMs: 1000 }, asked);
  assert.equal(await running, 1);
  const failing = admitCalls(() => Promise.reject(new Error('x')), admission)({ timeoutMs: 1 }, asked);
  await assert.rejects(failing, /x/);
  assert.equal(admission.places.running, 0);
  const overloaded = admitCalls(async () => 1, onePlace(true))({ timeoutMs: 1000 }, asked);
  await assert.rejects(overloaded, { code: 'overloaded' });
});

test('a page is read in a place of its own, until its caller leaves', async () => {
  const admission = onePlace();
  const leaving = new AbortController();
  const read = readWithPermit(
    async (url, signal) => {
      leaving.abort(new Error('left'));
      signal.throwIfAborted();
      return assert.fail(`${url} was read in ${admission.places.running} places`);
    },
    1000,
    admission,
  );
  await assert.rejects(
    async () => read('https://a.test/', { caller: { name: '' }, signal: leaving.signal }),
    /left/,
  );
  assert.equal(admission.places.running, 0);
  await assert.rejects(
    async () => read('https://a.test/', { caller: { name: '' }, signal: leaving.signal }),
    /left/,
  );
});
