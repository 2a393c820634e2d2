import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAnswer } from '../state/messages.ts';
import { relatedTo } from './related.ts';

const emptyAnswer = readAnswer({});

const related = (question: string, titles: readonly string[]) =>
  relatedTo({
    question,
    sources: titles.map((title, at) => ({ index: at + 1, title, url: '', snippet: '', icon: '' })),
    citations: [[1]],
    answer: { ...emptyAnswer, markdown: 'Rayleigh [1]. Sunsets, light.' },
  });

test('only titles that are questions are proposed, without the name of the site', () => {
  const titles = [
    'Rayleigh scattering | Wiki',
    'Light and the eye - Physics Site',
    'Why are sunsets red? | Ask',
  ];
  assert.deepEqual(related('Why is the sky blue?', titles), ['Why are sunsets red?']);
});

test('nothing repeats the question, is too long, in another script, or about something else', () => {
  const titles = [
    'Who governs Oman?',
    'Why is the sky?',
    'ما هو طيف الضوء المرئي؟',
    `Is light ${'long '.repeat(30)}?`,
    'Why is the sky so blue?',
  ];
  assert.deepEqual(related('Why is the sky blue?', titles), []);
});
