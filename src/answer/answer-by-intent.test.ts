import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answerer } from '../core/events.ts';
import type { Intent, Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { answerByIntent } from './answer-by-intent.ts';

const { signal } = new AbortController();
const BASE = {
  id: 'a',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: performance.now() + 1000,
};
const AXOLOTL = { question: 'What is an axolotl?', answer: 'A salamander.' };
const SHORTER = { question: 'make it shorter', answer: 'A model is missing.' };
const TASK = { question: 'Translate to French: my salary is secret', answer: 'mon salaire est secret' };

/** Which part answers a question, and the question as it arrives there. */
async function arrival(question: Partial<Question> & Pick<Question, 'text'>, ...followed: Intent[]) {
  const arrived: (readonly [string, Question])[] = [];
  const part = (name: string): Answerer =>
    async function* (asked, _signal, endEarly) {
      assert.equal(endEarly, undefined);
      arrived.push([name, asked]);
      yield { type: 'begin' };
    };
  const steps = { search: part('search'), answer: part('answer'), task: part('task'), talk: part('talk') };
  const answer = answerByIntent({ ...steps, followed: new Set(followed) });
  await Array.fromAsync(answer({ ...BASE, ...question }, signal));
  assert.equal(arrived.length, 1);
  return arrived[0] ?? assert.fail();
}

test('each message is answered by the part for what it asks', async () => {
  const nameOf = async (text: string) => (await arrival({ text, history: [AXOLOTL] }))[0];
  assert.equal(await nameOf('Where does it live?'), 'search');
  assert.equal(await nameOf('shorter please'), 'answer');
  assert.equal(await nameOf(TASK.question), 'task');
  assert.equal(await nameOf('Who are you?'), 'talk');
});

test('what needs no search is never deep', async () => {
  const [, asked] = await arrival({ text: TASK.question, depth: 'deep' });
  assert.deepEqual([asked.depth, asked.plain], [undefined, 'task']);
});

test('tasks, talk and refused requests are no part of the conversation that a question follows', async () => {
  const history = [AXOLOTL, SHORTER, TASK, { question: 'Who are you?', answer: 'Sayso.' }];
  const text = 'Where does it live?';
  assert.deepEqual((await arrival({ text, history }, 'search'))[1].history, [AXOLOTL]);
  assert.deepEqual((await arrival({ text, history }, 'search', 'answer'))[1].history, [AXOLOTL, SHORTER]);
});

test('a question that only resembles a wish stays in the conversation', async () => {
  const history = [{ question: 'simplify', answer: 'It is a verb.' }];
  assert.deepEqual((await arrival({ text: 'Since when?', history }, 'search'))[1].history, history);
});
