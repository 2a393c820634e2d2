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
