import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { type Answerer, runOf } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { tryInstantAnswer } from './instant-answer.ts';

const searched: Answerer = async function* () {
  yield { type: 'answer-delta', text: 'searched' };
};

async function eventsOf(question: Partial<Question>, signal = new AbortController().signal) {
  const answer = tryInstantAnswer(searched);
  const whole = {
    id: 'a',
    text: '1 + 1',
    maxSources: 5,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 1000,
  };
  const events: AnswerEvent[] = [];
  for await (const event of answer(runOf({ ...whole, ...question }, { signal }))) events.push(event);
  return events;
}

test('a question for certain sites, or for data, is searched, and so is everything else', async () => {
  const sites = { only: ['a.example'], never: [] };
  const others = [{ scope: { ...ANY_SCOPE, sites } }, { data: { schema: null } }];
  for (const question of [...others, { text: 'why is the sky blue' }])
    assert.deepEqual(
      await eventsOf(question),
      [{ type: 'answer-delta', text: 'searched' }],
      JSON.stringify(question),
    );
});

test('the language of a scope is that of the answer, and its other parts do not matter', async () => {
  const german = await eventsOf({ text: '2.5 * 3', scope: { ...ANY_SCOPE, language: 'de' } });
  assert.deepEqual(german[1], { type: 'answer-delta', text: '2,5 × 3 = **7,5**' });
  const scope = {
    ...ANY_SCOPE,
    country: 'DE',
    since: '2020-01-01',
    sites: { only: [], never: ['a.example'] },
  };
  assert.equal((await eventsOf({ scope })).length, 4);
  const dutch = await eventsOf({ scope: { ...ANY_SCOPE, language: 'nl' } });
  assert.deepEqual(dutch, [{ type: 'answer-delta', text: 'searched' }]);
});

test('a question in no particular language is answered in that of the browser', async () => {
  const [first] = await eventsOf({ text: '1,5 + 1', readerLanguage: 'fr-FR' });
  assert.deepEqual(first, { type: 'sources', sources: [], language: 'fr' });
});

test('a question in no particular language is answered in that of the conversation', async () => {
  const history = [
    { question: 'what is the highest mountain of the world', answer: '' },
    { question: 'wie hoch ist der Eiffelturm in Paris', answer: '' },
  ];
  const [first] = await eventsOf({ text: '1,5 + 1', history });
  assert.deepEqual(first, { type: 'sources', sources: [], language: 'de' });
});

test('a caller who has left gets no answer', async () => {
  await assert.rejects(eventsOf({}, AbortSignal.abort()), /The caller left/);
});

test('a sum is searched for if the caller wants a search', async () => {
  const [first] = await eventsOf({ instant: false });
  assert.deepEqual(first, { type: 'answer-delta', text: 'searched' });
});
