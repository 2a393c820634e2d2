import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent, Answerer } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { type InstantSteps, withInstant } from './with-instant.ts';

const searched: Answerer = async function* () {
  yield { type: 'answer-delta', text: 'searched' };
};
const steps: InstantSteps = {
  render: (markdown, sources, language) => ({
    html: `<p>${markdown}`,
    speech: `${language} ${sources.length}`,
  }),
  now: () => Date.UTC(2026, 10, 22, 12),
  hasModel: true,
};

async function eventsOf(question: Partial<Question>, signal = new AbortController().signal, hasModel = true) {
  const answer = withInstant(searched, { ...steps, hasModel });
  const whole = { id: 'a', text: '1 + 1', maxSources: 5, scope: ANY_SCOPE, history: [], deadlineMs: 1000 };
  const events: AnswerEvent[] = [];
  for await (const event of answer({ ...whole, ...question }, signal)) events.push(event);
  return events;
}

test('a sum is answered at once, with the events of every answer', async () => {
  const events = await eventsOf({});
  assert.deepEqual(
    events.map(({ type }) => type),
    ['sources', 'answer-delta', 'timing', 'answer-end'],
  );
  const text = '1 + 1 = **2**';
  assert.deepEqual(events[0], { type: 'sources', sources: [], language: 'en' });
  assert.deepEqual(events[1], { type: 'answer-delta', text });
  assert.deepEqual(events[3], {
    type: 'answer-end',
    answer: {
      ...{ text, html: `<p>${text}`, speech: 'en 0', sources: [], language: 'en', model: 'instant' },
      ...{ searchEngine: 'none', tokensUsed: 0, error: null, errorMissingInText: false },
    },
  });
  const timing = events[2]?.type === 'timing' ? events[2].timing : assert.fail();
  assert.deepEqual([timing.searchMs, timing.readMs, timing.selectMs, timing.checkMs], [0, 0, 0, 0]);
  const { firstTextMs, writeMs, renderMs, totalMs } = timing;
  assert.equal(firstTextMs, writeMs);
  assert.ok(writeMs >= 0 && renderMs >= 0 && Math.abs(writeMs + renderMs - totalMs) < 1e-6);
  assert.ok(totalMs < 60_000);
});

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

test('without a model, a request for another form of the previous answer says what is missing', async () => {
  const history = [{ question: 'What is an axolotl?', answer: 'A salamander.' }];
  const tell = async (question: Partial<Question>, hasModel = false) => {
    const last = (await eventsOf({ history, ...question }, undefined, hasModel)).at(-1);
    if (last?.type === 'answer-end') return [last.answer.text, last.answer.language, last.answer.model];
    return 'searched';
  };
  const english = 'Rewriting or translating an answer takes a language model, and this service has none.';
  for (const text of ['make it shorter', 'rewrite this', 'translate that', 'Translate that into German!'])
    assert.deepEqual(await tell({ text }), [english, 'en', 'instant'], text);
  const [german, language] = await tell({ text: 'Mach es kürzer' });
  assert.match(String(german), /ein Sprachmodell nötig/);
  assert.equal(language, 'de');
  const inFrench = await tell({ text: 'make it shorter', scope: { ...ANY_SCOPE, language: 'fr' } });
  assert.match(String(inFrench[0]), /il faut un modèle de langage/);
  assert.equal(await tell({ text: 'make it shorter', history: [] }), 'searched');
  assert.equal(await tell({ text: 'is it shorter?' }), 'searched');
  assert.equal(await tell({ text: 'make it shorter' }, true), 'searched');
});

/** The conversation that a question reaches the search with, when there is no model. */
async function historyOf(question: Partial<Question> & Pick<Question, 'history'>) {
  const histories: Question['history'][] = [];
  const { signal } = new AbortController();
  const answer = withInstant(
    (searching) => {
      histories.push(searching.history);
      return searched(searching, signal);
    },
    { ...steps, hasModel: false },
  );
  const whole = { id: 'a', text: 'Where does it live?', maxSources: 5, scope: ANY_SCOPE, deadlineMs: 1000 };
  await Array.fromAsync(answer({ ...whole, ...question }, signal));
  assert.equal(histories.length, 1);
  return histories[0];
}

const AXOLOTL = { question: 'What is an axolotl?', answer: 'A salamander.' };
const SHORTER = { question: 'make it shorter', answer: 'Rewriting takes a model.' };

test('a refused request is no part of the conversation that the next question follows', async () => {
  assert.deepEqual(await historyOf({ history: [AXOLOTL, SHORTER] }), [AXOLOTL]);
  const scope = { ...ANY_SCOPE, language: 'fr' };
  assert.deepEqual(await historyOf({ history: [AXOLOTL, SHORTER, SHORTER], scope }), [AXOLOTL]);
});

test('a question that only resembles a refused request stays in the conversation', async () => {
  for (const question of ['tl;dr', 'simplify']) {
    const first = [{ question, answer: 'It is an abbreviation.' }];
    assert.deepEqual(await historyOf({ history: first }), first, question);
    const unanswered = [{ ...AXOLOTL, answer: ' ' }, ...first];
    assert.deepEqual(await historyOf({ history: unanswered }), unanswered, question);
  }
  const history = [AXOLOTL, { question: 'simplify', answer: 'It is a verb.' }];
  const sites = { only: ['a.example'], never: [] };
  assert.deepEqual(await historyOf({ history, scope: { ...ANY_SCOPE, sites } }), history);
  assert.deepEqual(await historyOf({ history, scope: { ...ANY_SCOPE, language: 'nl' } }), history);
  assert.deepEqual(await historyOf({ history, data: { schema: null } }), history);
});
