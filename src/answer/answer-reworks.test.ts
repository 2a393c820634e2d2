import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Cache } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { Answerer } from '../core/events.ts';
import type { Exchange, Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { render } from '../render/render.ts';
import { answerReworks } from './answer-reworks.ts';

const live = new AbortController().signal;

const SHORTER = 'make it shorter';
const IN_GERMAN = 'translate that into German';

/** Answers questions, and those for one of the forms from the previous answer. */
function start({ hasModel = true } = {}) {
  const stored = new Map<string, readonly Source[]>();
  const asked: Question[] = [];
  const reworked: Question[] = [];
  let answer: Partial<Answer> = {};
  const cache: Cache<readonly Source[]> = {
    async get(key) {
      const value = stored.get(key);
      return value === undefined ? null : { value, ageMs: 0 };
    },
    set: async (key, value) => void stored.set(key, value),
  };
  const rework: Answerer = async function* (question) {
    reworked.push(question);
    yield* eventsOf({ text: 'Shorter [1].' });
  };
  const judge = async () => [];
  const wrap = answerReworks({ cache, answer: hasModel ? rework : null, judge, render });
  const answerer = wrap(async function* (question) {
    asked.push(question);
    yield* eventsOf(answer);
  });
  const ask = async (text: string, history: readonly Exchange[] = [], over: Partial<Question> = {}) => {
    const events = await Array.fromAsync(answerer({ ...QUESTION, text, history, ...over }, live));
    assert.deepEqual(
      events.map(({ type }) => type),
      eventsOf().map(({ type }) => type),
    );
  };
  const tell = (next: Partial<Answer>) => {
    answer = next;
  };
  return { stored, asked, reworked, ask, tell };
}
const said = (answer: string): readonly Exchange[] => [{ question: 'What?', answer }];

test('another form of an answer is made from it and its sources, in the wanted language', async () => {
  const { ask, asked, reworked } = start();
  await ask('What?');
  await ask(SHORTER, said('Yes [1].'));
  await ask(IN_GERMAN, said(' Yes\n[1]. '));
  await ask(SHORTER, said('Yes [1].'), { scope: { ...QUESTION.scope, language: 'fr' } });
  await ask(IN_GERMAN, said('Yes [1].'), { scope: { ...QUESTION.scope, language: 'fr' } });
  assert.equal(asked.length, 1);
  const { sources } = ANSWER;
  assert.deepEqual(
    reworked.map(({ rework }) => rework),
    [
      { answer: 'Yes [1].', sources, language: 'und' },
      { answer: ' Yes\n[1]. ', sources, language: 'de' },
      { answer: 'Yes [1].', sources, language: 'fr' },
      { answer: 'Yes [1].', sources, language: 'de' },
    ],
  );
});

test('the language of an answer is kept if none is wanted', async () => {
  const { ask, reworked } = start();
  await ask(SHORTER, said('Der Turm steht in Berlin und ist sehr hoch, wie alle wissen.'));
  assert.equal(reworked[0]?.rework?.language, 'de');
  assert.deepEqual(reworked[0]?.rework?.sources, []);
});

test('a translation into no named language is in the wanted one, else in that of the request', async () => {
  const { ask, reworked } = start();
  const history = said('La tour se trouve à Paris et elle est très haute.');
  await ask('translate that', history, { scope: { ...QUESTION.scope, language: 'de' } });
  await ask('translate that', history);
  assert.deepEqual(
    reworked.map(({ rework }) => rework?.language),
    ['de', 'en'],
  );
});

test('other questions, and requests without an answer, for data or in depth, go the usual way', async () => {
  const { ask, asked, reworked } = start();
  await ask('What?');
  await ask('why?', said('Yes [1].'));
  await ask(SHORTER);
  await ask(SHORTER, said(' '));
  await ask(SHORTER, said('Yes [1].'), { data: { schema: null } });
  await ask(SHORTER, said('Yes [1].'), { depth: 'deep' });
  await ask(SHORTER, [...said('Yes [1].'), { question: 'And?', answer: '' }]);
  assert.deepEqual([asked.length, reworked.length], [7, 0]);
  assert.equal(asked[1]?.rework, undefined);
});

test('an answer that cites sources which are no longer known is not reworked', async () => {
  const { ask, asked, reworked } = start();
  await ask(SHORTER, said('Unknown [1].'));
  assert.deepEqual([asked.length, reworked.length], [1, 0]);
  await ask(SHORTER, said('Without sources [x].'));
  assert.deepEqual([asked.length, reworked.length], [1, 1]);
});

test('sources of new answers are stored once, and found by the beginning of the answer', async () => {
  const { ask, stored, reworked, tell } = start();
  tell({ sources: [] });
  await ask('a');
  tell({ kept: { id: 'x', ageMs: 1, lifetimeMs: 9 } });
  await ask('a');
  assert.equal(stored.size, 0);
  const text = `${'x'.repeat(999)}[1] and more`;
  tell({ text, kept: { id: 'x', ageMs: 0, lifetimeMs: 9 } });
  await ask('a');
  assert.equal(stored.size, 1);
  await ask(SHORTER, said(text.slice(0, 1000)));
  assert.deepEqual(reworked[0]?.rework?.sources, ANSWER.sources);
  await ask(IN_GERMAN, said(text));
  assert.equal(stored.size, 2);
});

test('without a model, no other form of an answer is made', async () => {
  const { ask, asked, reworked } = start({ hasModel: false });
  await ask('What?');
  await ask(SHORTER, said('Yes [1].'));
  assert.deepEqual([asked.length, reworked.length], [2, 0]);
});
