import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Question } from '../core/question.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { questionKey } from './cached-answer.ts';

const question = (text: string, more: Partial<Question> = {}): Question => ({
  id: 'test',
  text,
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineAtMs: performance.now() + 1000,
  ...more,
});
const key = (text: string, more: Partial<Question> = {}) => questionKey(question(text, more), 'settings');

test('spellings of the same question have the same key', () => {
  for (const other of [
    ' what  is\tan axolotl',
    'WHAT is an axolotl??',
    'What is an Axolotl…',
    'Ｗｈａｔ　ｉｓ　ａｎ　ａｘｏｌｏｔｌ？',
    'What is an axolotl ?!',
  ])
    assert.equal(key(other), key('What is an axolotl?'), other);
  const inLanguage = (language: string) => key('Why?', { scope: { ...ANY_SCOPE, language } });
  assert.equal(inLanguage('pt-BR'), inLanguage('pt-br'));
  assert.equal(key('Qu\u00e9 es'), key('Que\u0301 es'));
});

test('questions with different meanings never share a key', () => {
  for (const [one, other] of [
    ['101₂ in decimal', '1012 in decimal'],
    ['5 MW in watts', '5 mW in watts'],
    ['5 Mg in grams', '5 mg in grams'],
    ['3⑤', '35'],
    ['5² + 3²', '5² + 32'],
    ['5²', '52'],
    ['½ of 8', '1/2 of 8'],
    ['5!', '5'],
    ['What is 5!!', 'What is 5!'],
    ['What is n!', 'What is n?'],
    ['What is [n + 1]!', 'What is [n + 1]'],
    ['π!', 'π'],
    ['How many stars: 10⁹', 'How many stars: 109'],
    ['Who is who', 'WHO is who'],
    ['?', '!'],
  ] as const)
    assert.notEqual(key(one), key(other), `${one} / ${other}`);
});

test('a field that is new to questions is part of the key; id, time and freshness are not', () => {
  const plain = key('Why?');
  assert.notEqual(key('Why?', { manner: 'brief' } as Partial<Question>), plain);
  for (const part of [
    { country: 'AT' },
    { since: '2026-01-01' },
    { sites: { only: ['a.example'], never: [] } },
  ])
    assert.notEqual(key('Why?', { scope: { ...ANY_SCOPE, ...part } }), plain, JSON.stringify(part));
  for (const irrelevant of [{ id: 'other' }, { deadlineAtMs: performance.now() + 5 }, { fresh: true }])
    assert.equal(key('Why?', irrelevant), plain, JSON.stringify(irrelevant));
  const { text, ...others } = question('Why?');
  assert.equal(questionKey({ ...others, text }, 'settings'), plain, 'the order of fields is no difference');
});

test('what only an answer without a search depends on is part of the key of a message that may get one', () => {
  const sent = (system: string) => ({ sent: { system, turns: [] } });
  const after = (...ids: readonly string[]) => ({
    history: ids.map((answerId) => ({ question: 'So?', answer: 'Yes [1].', answerId })),
  });
  assert.equal(key('Who?', sent('a')), key('Who?', sent('b')));
  const text = 'Fix this:\n\nI are here.';
  assert.notEqual(key(text, sent('a')), key(text, sent('b')));
  assert.notEqual(key(text), key(text.replace('here', 'Here')));
  assert.notEqual(key('source?', after('a')), key('source?', after('b')));
  assert.notEqual(key('source?', after('a', 'b')), key('source?', after('a', 'c')));
  assert.equal(
    key('source?', after('a', 'c')),
    key('source?', after('b', 'c')),
    'only the last one is opened',
  );
});
