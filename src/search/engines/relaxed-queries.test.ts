import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { relaxedQueries } from './relaxed-queries.ts';

const textsOf = (question: string): string[] => relaxedQueries(question).map(({ text }) => text);

test('goes from all meaningful words to the most specific one', () => {
  assert.deepEqual(textsOf('What is the capital of Angola?'), ['capital angola', 'angola']);
  assert.deepEqual(textsOf('What is the three-letter ISO code of Guinea-Bissau?'), [
    'three letter iso code guinea bissau',
    'iso code guinea bissau',
    'iso guinea bissau',
    'guinea bissau',
  ]);
  assert.deepEqual(textsOf('Which symbol does gold have?'), ['symbol gold', 'gold']);
  assert.deepEqual(textsOf('who won the 1998 world cup'), [
    'won 1998 world cup',
    '1998 world cup',
    'world cup',
    'cup',
  ]);
});

test('works in other languages and scripts', () => {
  const cases: Record<string, string[]> = {
    '¿Cuál es la capital de Angola?': ['capital angola', 'angola'],
    'Wie hoch ist der Mount Everest?': ['hoch mount everest', 'mount everest', 'everest'],
    "Quelle est la capitale de l'Angola ?": ['capitale angola', 'angola'],
    'Какая столица Анголы?': ['столица анголы', 'анголы'],
    'ما هي عاصمة أنغولا؟': ['عاصمة أنغولا', 'أنغولا'],
    // In this language the general word comes last.
    '安哥拉的首都是哪里？': ['安哥拉 首都', '安哥拉'],
    'アンゴラの首都はどこですか？': ['アンゴラ 首都', 'アンゴラ'],
  };
  for (const [question, ladder] of Object.entries(cases)) assert.deepEqual(textsOf(question), ladder);
});

test('segments scripts without spaces into words', () => {
  const cases: Record<string, string[]> = {
    '富士山の高さは何メートルですか？': ['富士山 高 さ メートル'],
    '为什么长城是世界上最长的城墙？': ['长城 世界上 最长 城墙'],
    'من كتب رواية ألف ليلة وليلة؟': ['كتب رواية ألف ليلة وليلة'],
    '¿Quién escribió «Don Quijote de la Mancha»?': ['escribió don quijote mancha'],
    'Welcher Fluss fließt durch Köln und Düsseldorf?': ['fluss fließt durch köln düsseldorf'],
    "Qui a peint « L'École d'Athènes » ?": ['peint école athènes'],
  };
  const first = Object.keys(cases).map((question) => [textsOf(question)[0]]);
  assert.deepEqual(first, Object.values(cases));
});

test('a capitalized first word is not a name if there are other names', () => {
  assert.deepEqual(textsOf('Name highest mountains near Lima and Cusco'), [
    'name highest mountains near lima cusco',
    'highest mountains near lima cusco',
    'lima cusco',
    'cusco',
  ]);
  assert.equal(textsOf("Angola's large cities").at(-1), 'angola');
});

test('includes names with and without accents, for both kinds of index', () => {
  assert.deepEqual(textsOf('What is the ISO code of Åland in Réunion?'), [
    'iso code åland réunion',
    'code åland réunion',
    'iso åland réunion',
    'iso aland reunion',
    'réunion',
    'reunion',
  ]);
  assert.deepEqual(textsOf('What is the capital of Réunion?'), ['capital réunion', 'réunion', 'reunion']);
});

test('labels each query with its wording, the loosest if there are several', () => {
  assert.deepEqual(relaxedQueries('Who wrote the novel War and Peace?'), [
    { text: 'wrote novel war peace', wording: 'all' },
    { text: 'novel war peace', wording: 'specific' },
    { text: 'war peace', wording: 'names' },
    { text: 'peace', wording: 'name' },
  ]);
  assert.deepEqual(relaxedQueries('What is the capital of Angola?'), [
    { text: 'capital angola', wording: 'all' },
    { text: 'angola', wording: 'name' },
  ]);
});

test('keeps an article only inside a name of several words', () => {
  for (const name of ["Côte d'Ivoire", 'Côte d’Ivoire'])
    assert.deepEqual(textsOf(`What is the capital of ${name}?`), [
      'capital côte ivoire',
      'côte ivoire',
      "côte d'ivoire",
      "cote d'ivoire",
      'côte',
      'cote',
    ]);
  assert.deepEqual(textsOf("Quelle est la capitale d'Andorre ?"), ['capitale andorre', 'andorre']);
});

test('uses the stop words if there is nothing else, and text without words unchanged', () => {
  assert.deepEqual(textsOf('What is it?'), ['what is it']);
  assert.deepEqual(textsOf(' ??? '), ['???']);
  assert.deepEqual(textsOf(' \n'), []);
});

test('has one to six different queries for any question', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.lorem()), (question) => {
      const ladder = textsOf(question);
      assert.ok(ladder.length <= 6 && new Set(ladder).size === ladder.length);
      assert.ok(ladder.length > 0 || question.trim() === '');
      for (const wording of ladder) assert.ok(wording.trim() === wording && wording !== '');
    }),
  );
});
