import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { AnswerEvent } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { collect, runOf } from '../core/run.ts';
import type { Source } from '../core/source.ts';
import { addAnswerIds } from './answer-sources.ts';
import type { SourceCaching } from './parts.ts';
import { gatherEarlier, withIntent } from './without-search.ts';

async function* telling(events: Iterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  yield* events;
}

const AXOLOTL = { question: 'What is an axolotl?', answer: 'A salamander.' };
const TITLE = '### Task:\nWrite a title.\n<chat_history>\nUSER: What is an axolotl?\n</chat_history>';

/** A question as it is answered. */
const read = (question: Partial<Question> & Pick<Question, 'text'>) =>
  withIntent({ ...QUESTION, ...question });

test('a task of a program and a greeting reach no search, and every other message does', () => {
  const formOf = (text: string) => read({ text, history: [AXOLOTL] }).intent ?? 'other';
  const asked = `Given this conversation, rephrase the question.\n\n${'a: b\n'.repeat(200)}\nStandalone question:`;
  const written = 'Give this conversation a title.\n\nUser: What is an axolotl?\nAI: A salamander.';
  for (const text of [TITLE, '<task>\nWrite tags.</task>', '### Aufgabe:\nTitel', asked, written])
    assert.equal(formOf(text), 'task', text);
  for (const text of ['Hello!', 'thanks', 'Guten Morgen', 'merci beaucoup'])
    assert.equal(formOf(text), 'talk', text);
  for (const text of [
    'Where does it live?',
    'Hello World in C',
    'Who sang Hello?',
    'What does ### Task: mean in Open WebUI?',
    'make it shorter',
    '',
  ])
    assert.equal(formOf(text), 'other', text);
});

test('what needs no search is never deep', () => {
  const asked = read({ text: TITLE, depth: 'deep' });
  assert.deepEqual([asked.depth, asked.intent], [undefined, 'task']);
});

test('tasks of programs and greetings are no part of the conversation that a question follows', () => {
  const history = [{ question: TITLE, answer: 'Axolotls' }, AXOLOTL, { question: 'Hi', answer: 'Hello!' }];
  assert.deepEqual(read({ text: 'Where does it live?', history }).history, [AXOLOTL]);
});

test('a message about the last answer has the sources of that answer, without a search', async () => {
  const question = { ...QUESTION, history: [{ question: 'So?', answer: 'Yes [1].' }] };
  const spent = { tokens: 40, calls: 1 };
  const values = new Map<string, readonly Source[]>();
  const answerSources: SourceCaching = {
    cache: {
      get: async (key) => ({ value: values.get(key) ?? [], ageMs: 0 }),
      set: async (key, value) => void values.set(key, value),
    },
    ...{ lifetimeMs: 1000, fingerprint: () => 'f', count: () => undefined, secret: async () => 's' },
  };
  const { signal } = new AbortController();
  const ids = addAnswerIds(() => telling(eventsOf()), answerSources)(runOf(question, { signal }));
  const { answerId } = (await collect(ids)).answer;
  const withId = { ...question, history: [{ question: 'So?', answer: 'Yes [1].', answerId }] };
  const gather = async (asked: Question, known: SourceCaching | null = answerSources) => {
    const gathering = gatherEarlier(
      { question: asked, caller: { name: '' } },
      { answerSources: known },
      spent,
    );
    return { event: (await gathering.next()).value, evidence: (await gathering.next()).value };
  };
  const { sources } = ANSWER;
  const { event, evidence } = await gather(withId);
  assert.deepEqual(event, { type: 'sources', sources, language: 'und' });
  assert.deepEqual(evidence, {
    ...{ meaning: QUESTION.text, intent: 'rework', sources, language: 'und', ...spent, isRushed: false },
    searches: [{ words: '', outcome: { status: 'ok' }, slot: null, trail: [] }],
  });
  for (const unknown of [await gather(question), await gather(withId, null)])
    assert.partialDeepStrictEqual(unknown.evidence, { sources: [], intent: 'answer' });
  const asTask = await gather({ ...QUESTION, text: 'Fix this:\n\nI are here.' });
  assert.partialDeepStrictEqual(asTask.evidence, { sources: [], intent: 'task', language: 'und' });
});
