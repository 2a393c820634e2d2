import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsAnswer, type Grade, gradeExactly, readGrade } from './grade.ts';

const gold = (answers: readonly string[], patterns: readonly string[] = []) => ({
  question: 'Who designed it?',
  answers,
  patterns,
});
const grade = (text: string, ...answers: string[]): Grade => gradeExactly(text, gold(answers));

test('an answer is correct if it has one of the answers as words, in any case and with any marks', () => {
  assert.equal(grade('It was designed by **Bob Mackie** [1].', 'bob mackie'), 'correct');
  assert.equal(grade('Pelé’s club', 'Pele'), 'correct');
  assert.equal(grade('Beatles', 'The Beatles'), 'correct');
  assert.equal(grade('It was Ann.', 'Bob', 'Ann'), 'correct');
  assert.equal(grade('It was Anne.', 'Ann'), 'incorrect');
  assert.equal(grade('Vitamin C', 'Vitamin A'), 'incorrect');
  assert.equal(grade('首都是北京。', '北京'), 'correct');
});

test('numbers and dates are compared as values, and the numbers of citations are not values', () => {
  assert.equal(grade('It fell on 2023-01-05.', 'January 5, 2023'), 'correct');
  assert.equal(grade('Six hundred, that is 600 years [2].', '600 years'), 'correct');
  assert.equal(grade('Nobody counted them [3].', '3'), 'incorrect');
});

test('yes and no count only as the first word', () => {
  assert.equal(grade('No, it is not.', 'no'), 'correct');
  assert.equal(grade('Yes; there is no doubt.', 'No'), 'incorrect');
});

test('an answer that declines is not attempted, unless it has the answer nevertheless', () => {
  for (const text of [
    '',
    'I do not know.',
    'The sources do not explicitly state who it was [1].',
    'There is no information about this.',
    'No language model is set up.',
  ])
    assert.equal(grade(text, 'Bob Mackie'), 'not-attempted', text);
  assert.equal(grade('The sources do not say it directly, but it was Bob Mackie.', 'Bob Mackie'), 'correct');
  assert.equal(grade('It was Karl Lagerfeld.', 'Bob Mackie'), 'incorrect');
});

test('a question without answers has no correct answer, and patterns are answers too', () => {
  assert.equal(grade('It was Bob.'), 'incorrect');
  assert.equal(gradeExactly('About 5.2 million', gold([], ['5\\.[12] million'])), 'correct');
  assert.ok(!containsAnswer('anything', gold([''])));
});

test('the grade of a judge is the last word of its reply that is one', () => {
  assert.equal(readGrade('Not CORRECT, but INCORRECT.'), 'incorrect');
  assert.equal(readGrade('not attempted'), 'not-attempted');
  assert.equal(readGrade('Hm.'), null);
});
