import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { Answerer } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { answerByForm } from './answer-by-form.ts';

const AXOLOTL = { question: 'What is an axolotl?', answer: 'A salamander.' };
const TITLE = '### Task:\nWrite a title.\n<chat_history>\nUSER: What is an axolotl?\n</chat_history>';

/** Which part answers a question, and the question as it arrives there. */
async function arrival(question: Partial<Question> & Pick<Question, 'text'>) {
  const arrived: (readonly [string, Question])[] = [];
  const part = (name: string): Answerer =>
    async function* (asked) {
      arrived.push([name, asked]);
      yield { type: 'begin' };
    };
  const answer = answerByForm({ task: part('task'), talk: part('talk'), other: part('other') });
  await Array.fromAsync(answer({ ...QUESTION, ...question }, new AbortController().signal));
  assert.equal(arrived.length, 1);
  return arrived[0] ?? assert.fail();
}

test('a task of a program and a greeting reach no search, and every other message does', async () => {
  const formOf = async (text: string) => (await arrival({ text, history: [AXOLOTL] }))[0];
  const asked = `Given this conversation, rephrase the question.\n\n${'a: b\n'.repeat(200)}\nStandalone question:`;
  const written = 'Give this conversation a title.\n\nUser: What is an axolotl?\nAI: A salamander.';
  for (const text of [TITLE, '<task>\nWrite tags.</task>', '### Aufgabe:\nTitel', asked, written])
    assert.equal(await formOf(text), 'task', text);
  for (const text of ['Hello!', 'thanks', 'Guten Morgen', 'merci beaucoup'])
    assert.equal(await formOf(text), 'talk', text);
  for (const text of [
    'Where does it live?',
    'Hello World in C',
    'Who sang Hello?',
    'What does ### Task: mean in Open WebUI?',
    'make it shorter',
    '',
  ])
    assert.equal(await formOf(text), 'other', text);
});

test('what needs no search is never deep', async () => {
  const [, asked] = await arrival({ text: TITLE, depth: 'deep' });
  assert.deepEqual([asked.depth, asked.plain], [undefined, 'task']);
});

test('tasks of programs and greetings are no part of the conversation that a question follows', async () => {
  const history = [{ question: TITLE, answer: 'Axolotls' }, AXOLOTL, { question: 'Hi', answer: 'Hello!' }];
  assert.deepEqual((await arrival({ text: 'Where does it live?', history }))[1].history, [AXOLOTL]);
});
