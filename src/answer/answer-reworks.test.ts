import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Cache } from '../cache/cache.ts';
import type { Answer } from '../core/answer.ts';
import type { Answerer } from '../core/events.ts';
import type { Exchange, Question } from '../core/question.ts';
import { attributeTo } from '../core/requester.ts';
import type { Source } from '../core/source.ts';
import { render } from '../render/render.ts';
import { answerReworks } from './answer-reworks.ts';
import { createAnswerSources } from './answer-sources.ts';

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
  const sources = createAnswerSources({ cache, fingerprint: () => 'f', secret: async () => 'secret' });
  const wrap = answerReworks({ sources, answer: hasModel ? rework : null, judge, render });
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
    const end = events.at(-1);
    return (end?.type === 'answer-end' ? end.answer.answerId : undefined) ?? '';
  };
  const tell = (next: Partial<Answer>) => {
    answer = next;
  };
  return { cache, stored, asked, reworked, ask, tell };
}
const said = (answer: string, answerId = ''): readonly Exchange[] => [
  { question: 'What?', answer, answerId },
];

test('another form of an answer is made from it and its sources, in the wanted language', async () => {
  const { ask, asked, reworked } = start();
  const id = await ask('What?');
  await ask(SHORTER, said('Yes [1].', id));
  await ask(IN_GERMAN, said(' Yes\n[1]. ', id));
  const { sources } = ANSWER;
  assert.equal(asked.length, 1);
  assert.deepEqual(
    reworked.map(({ rework }) => rework),
    [
      { answer: 'Yes [1].', sources, language: 'und' },
      { answer: ' Yes\n[1]. ', sources, language: 'de' },
    ],
  );
});

test('the language is that of the request, unless the message names another', async () => {
  const { ask, reworked } = start();
  const over = { scope: { ...QUESTION.scope, language: 'fr' } };
  await ask(SHORTER, said('Yes.'), over);
  await ask(IN_GERMAN, said('Yes.'), over);
  assert.deepEqual(
    reworked.map(({ rework }) => rework?.language),
    ['fr', 'de'],
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

test('without an id, with a wrong one, or under other limits, the text alone is reworked', async () => {
  const { ask, asked, reworked } = start();
  const id = await ask('What?');
  await ask(SHORTER, said('Yes [1].'));
  await ask(SHORTER, said('Yes [1].', `${id.slice(0, -1)}${id.endsWith('A') ? 'B' : 'A'}`));
  await ask(SHORTER, said('Yes [1].', 'x'.repeat(44)));
  await ask(SHORTER, said('Yes [1].', id), { scope: { ...QUESTION.scope, language: 'fr' } });
  assert.equal(asked.length, 1);
  assert.deepEqual(
    reworked.map(({ rework }) => rework?.sources),
    [[], [], [], []],
  );
});

test('an id is of use only to its caller, under its settings, and with its secret', async () => {
  const { cache } = start();
  const common = { cache, fingerprint: () => 'f', secret: async () => 'secret' };
  const { remember } = createAnswerSources(common);
  const by = (caller: string) => {
    const { signal } = new AbortController();
    attributeTo({ caller, request: signal }, signal);
    return signal;
  };
  const { answerId = '' } = await remember(ANSWER, QUESTION, by('a'));
  const asking = { ...QUESTION, history: said('Yes [1].', answerId) };
  const known = (over: Partial<typeof common>, caller = 'a') =>
    createAnswerSources({ ...common, ...over }).recall(asking, by(caller));
  assert.deepEqual(await known({}), ANSWER.sources);
  assert.deepEqual(await known({}, 'b'), []);
  assert.deepEqual(await known({ fingerprint: () => 'g' }), []);
  assert.deepEqual(await known({ secret: async () => 'other' }), []);
});

test('the sources of an answer are stored once, and an answer without sources gets no id', async () => {
  const { ask, stored, reworked, tell } = start();
  tell({ sources: [] });
  assert.equal(await ask('a'), '');
  tell({ kept: { id: 'x'.repeat(22), ageMs: 0, lifetimeMs: 9 } });
  const first = await ask('a');
  tell({ kept: { id: 'x'.repeat(22), ageMs: 1, lifetimeMs: 9 } });
  assert.equal(await ask('a'), first);
  assert.equal(stored.size, 1);
  await ask(SHORTER, said('cut off by the', first));
  assert.deepEqual(reworked[0]?.rework?.sources, ANSWER.sources);
});

test('without a model, no other form of an answer is made', async () => {
  const { ask, asked, reworked } = start({ hasModel: false });
  await ask('What?');
  await ask(SHORTER, said('Yes [1].'));
  assert.deepEqual([asked.length, reworked.length], [2, 0]);
});
