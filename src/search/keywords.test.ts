import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keywordLadder } from './keywords.ts';

test('goes from all words that mean something to the most specific one', () => {
  assert.deepEqual(keywordLadder('What is the capital of Angola?'), ['capital angola', 'angola']);
  assert.deepEqual(keywordLadder('What is the three-letter ISO code of Guinea-Bissau?'), [
    'three letter iso code guinea bissau',
    'iso code guinea bissau',
    'iso guinea bissau',
    'guinea bissau',
  ]);
  assert.deepEqual(keywordLadder('Which symbol does gold have?'), ['symbol gold', 'gold']);
  assert.deepEqual(keywordLadder('who won the 1998 world cup'), [
    'won 1998 world cup',
    '1998 world cup',
    'world cup',
    'cup',
  ]);
});

test('does the same in other languages and scripts', () => {
  const cases: Record<string, string[]> = {
    '¿Cuál es la capital de Angola?': ['capital angola', 'angola'],
    'Wie hoch ist der Mount Everest?': ['hoch mount everest', 'mount everest', 'everest'],
    "Quelle est la capitale de l'Angola ?": ['capitale angola', 'angola'],
    'Какая столица Анголы?': ['столица анголы', 'анголы'],
    'ما هي عاصمة أنغولا؟': ['عاصمة أنغولا', 'أنغولا'],
    // The general word comes last here.
    '安哥拉的首都是哪里？': ['安哥拉 首都', '安哥拉'],
    'アンゴラの首都はどこですか？': ['アンゴラ 首都', 'アンゴラ'],
  };
  for (const [question, ladder] of Object.entries(cases)) assert.deepEqual(keywordLadder(question), ladder);
});

test('does not take the capital of the first word for a name where there are others', () => {
  assert.deepEqual(keywordLadder('Name highest mountains near Lima and Cusco'), [
    'name highest mountains near lima cusco',
    'highest mountains near lima cusco',
    'lima cusco',
    'cusco',
  ]);
  assert.equal(keywordLadder("Angola's large cities").at(-1), 'angola');
});

test('writes the last rung without accents, for indexes without them', () => {
  assert.deepEqual(keywordLadder('What is the capital of Réunion?'), [
    'capital réunion',
    'réunion',
    'reunion',
  ]);
});

test('keeps the article inside a name of several words, and only there', () => {
  for (const name of ["Côte d'Ivoire", 'Côte d’Ivoire'])
    assert.deepEqual(keywordLadder(`What is the capital of ${name}?`), [
      'capital côte ivoire',
      'côte ivoire',
      "cote d'ivoire",
      'ivoire',
    ]);
  assert.deepEqual(keywordLadder("Quelle est la capitale d'Andorre ?"), ['capitale andorre', 'andorre']);
});

test('asks for the stop words where there is nothing else, and as it stands what has no words', () => {
  assert.deepEqual(keywordLadder('What is it?'), ['what is it']);
  assert.deepEqual(keywordLadder(' ??? '), ['???']);
  assert.deepEqual(keywordLadder(' \n'), []);
});

test('has one to four different rungs for any question', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()), (question) => {
      const ladder = keywordLadder(question);
      assert.ok(ladder.length <= 4 && new Set(ladder).size === ladder.length);
      assert.ok(ladder.length > 0 || question.trim() === '');
      for (const rung of ladder) assert.ok(rung.trim() === rung && rung !== '');
    }),
  );
});
