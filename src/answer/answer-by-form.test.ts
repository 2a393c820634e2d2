import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { Question } from '../core/question.ts';
import { readForm } from './answer-by-form.ts';

const AXOLOTL = { question: 'What is an axolotl?', answer: 'A salamander.' };
const TITLE = '### Task:\nWrite a title.\n<chat_history>\nUSER: What is an axolotl?\n</chat_history>';

/** A question as it is answered. */
const read = (question: Partial<Question> & Pick<Question, 'text'>) => readForm({ ...QUESTION, ...question });

test('a task of a program and a greeting reach no search, and every other message does', () => {
  const formOf = (text: string) => read({ text, history: [AXOLOTL] }).plain ?? 'other';
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
  assert.deepEqual([asked.depth, asked.plain], [undefined, 'task']);
});

test('tasks of programs and greetings are no part of the conversation that a question follows', () => {
  const history = [{ question: TITLE, answer: 'Axolotls' }, AXOLOTL, { question: 'Hi', answer: 'Hello!' }];
  assert.deepEqual(read({ text: 'Where does it live?', history }).history, [AXOLOTL]);
});
