import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whatIsNoSearch } from './no-search.ts';

test('a question that is only a sum is recognised', () => {
  const sums = [
    '1+1',
    '12 * (3 + 4)',
    'What is 17 × 23?',
    '2^10 =',
    'wie viel ist 7 - 3?',
    '100 / 4',
    '1,5 + 2.5',
  ];
  for (const sum of sums) assert.equal(whatIsNoSearch(sum), 'sum', sum);
});

test('a question for the time of day is recognised in every language of the page', () => {
  const questions = [
    'What time is it in Tokyo?',
    'what time is it',
    "What's the time in New York now?",
    'Wie spät ist es in Köln?',
    '¿Qué hora es en Lima?',
    'Quelle heure est-il à Paris ?',
    'Que horas são em Lisboa?',
    '東京は今何時ですか？',
    'كم الساعة الآن في القاهرة؟',
  ];
  for (const question of questions) assert.equal(whatIsNoSearch(question), 'clock', question);
});

test('a question that only resembles a sum or a time of day is searched for', () => {
  const questions = [
    ...[
      'What happened on 9/11?',
      '9/11',
      '24/7',
      '1914-1918',
      '2001',
      'C++ 23',
      'What is 5G?',
      '3 + 4 chords',
    ],
    ...['+49 30 123456', 'ISO 8601', '16:9', 'What time is it in Tokyo when it is noon in Berlin?'],
    ...['What time is it best to plant tomatoes?', 'Is it 5 + 5?', 'x'.repeat(5000)],
  ];
  for (const question of questions) assert.equal(whatIsNoSearch(question), null, question);
});
