import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import { withFormulas } from './with-formulas.ts';

test('no text is passed on before formulas can be shown', async () => {
  let isLoaded = false;
  const wrapped = withFormulas(async () => {
    await new Promise(setImmediate);
    isLoaded = true;
  })(async function* answer() {
    yield* eventsOf({ text: 'Text.' });
  });
  for await (const event of wrapped(QUESTION, new AbortController().signal))
    if (event.type === 'answer-delta') assert.ok(isLoaded);
});

test('nothing is added to the events once formulas can be shown', () => {
  const events = (async function* () {
    yield* eventsOf({ text: 'Text.' });
  })();
  const wrapped = withFormulas(() => null)(() => events);
  assert.equal(wrapped(QUESTION, new AbortController().signal), events);
});

test('a caller who leaves before the first event leaves no unhandled rejection', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const wrapped = withFormulas(() => Promise.reject(new Error('no parser')))(async function* answer() {
    yield* eventsOf({ text: 'Text.' });
  });
  await wrapped(QUESTION, new AbortController().signal).return(undefined);
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});
