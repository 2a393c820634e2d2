import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { Failure } from '../core/failure.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { relaxedQueries, WordingRecord, withQueryRelaxation } from './query-relaxation.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from './search.ts';

const forever = new AbortController().signal;
const QUESTION = { text: 'What is the capital of Angola?', limit: 5, scope: ANY_SCOPE };
const HITS = found([{ url: 'https://example.org/', title: 'Angola', snippet: '' }]);

/** A back-end with the given outcomes for some wordings; for all others, it finds nothing. */
function knowing(outcomes: Readonly<Record<string, SearchOutcome>>): SearchBackend & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    sends: SENDS_NOTHING,
    async search({ text, limit, scope }) {
      assert.deepEqual([limit, scope], [5, ANY_SCOPE]);
      asked.push(text);
      return outcomes[text] ?? { status: 'empty' };
    },
  };
}

test('sends the question first, and its keywords only if that finds nothing', async () => {
  const understanding = knowing({ [QUESTION.text]: HITS });
  assert.equal(
    await withQueryRelaxation(understanding, { relaxed: 'question' }).search(QUESTION, forever),
    HITS,
  );
  assert.deepEqual(understanding.asked, [QUESTION.text]);
  const literal = knowing({ angola: HITS });
  assert.equal(await withQueryRelaxation(literal, { relaxed: 'question' }).search(QUESTION, forever), HITS);
  assert.deepEqual(literal.asked, [QUESTION.text, 'capital angola', 'angola']);
});

test('starts with keywords if configured to', async () => {
  const literal = knowing({ 'capital angola': HITS });
  assert.equal(await withQueryRelaxation(literal, { relaxed: 'keywords' }).search(QUESTION, forever), HITS);
  assert.deepEqual(literal.asked, ['capital angola']);
});

const ANGOLA = ['capital angola', 'angola'];

test('sends keywords first and the question last to back-ends that need keywords', async () => {
  const literal = knowing({ angola: HITS });
  const search = withQueryRelaxation(literal, { relaxed: 'question' });
  for (let question = 0; question < 3; question++) await search.search(QUESTION, forever);
  assert.deepEqual(
    literal.asked.splice(0),
    [1, 2, 3].flatMap(() => [QUESTION.text, ...ANGOLA]),
  );
  await search.search(QUESTION, forever);
  assert.deepEqual(literal.asked.splice(0), ANGOLA);
  const unknown = { ...QUESTION, text: 'Who is Nobody?' };
  assert.deepEqual(await search.search(unknown, forever), { status: 'empty' });
  assert.deepEqual(literal.asked, ['nobody', unknown.text]);
});

test(
  'skips a wording that never finds anything, resumes it when it does, and never skips the one with all ' +
    'words',
  async () => {
    const query = { ...QUESTION, text: 'What is the ISO code of Angola Luanda?' };
    const names = 'iso angola luanda';
    const outcomes: Record<string, SearchOutcome> = { [names]: HITS };
    const backend = knowing(outcomes);
    const search = withQueryRelaxation(backend, { relaxed: 'keywords' });
    const ladder = ['iso code angola luanda', 'code angola luanda', names];
    for (let question = 0; question < 10; question++) {
      await search.search(query, forever);
      assert.deepEqual(backend.asked.splice(0), ladder);
    }
    await search.search(query, forever);
    assert.deepEqual(backend.asked.splice(0), ['iso code angola luanda', names]);
    outcomes['code angola luanda'] = HITS;
    delete outcomes[names];
    await search.search(query, forever);
    assert.deepEqual(backend.asked.splice(0), [
      'iso code angola luanda',
      names,
      'luanda',
      'code angola luanda',
    ]);
    await search.search(query, forever);
    assert.deepEqual(backend.asked, ladder.slice(0, 2));
  },
);

test('sends no query twice', async () => {
  const backend = knowing({});
  await withQueryRelaxation(backend, { relaxed: 'question' }).search(
    { ...QUESTION, text: 'Capital Angola' },
    forever,
  );
  assert.deepEqual(backend.asked, ['Capital Angola', 'angola']);
});

test('is empty if no wording finds anything, and fails with the first failure', async () => {
  const backend = knowing({});
  assert.deepEqual(await withQueryRelaxation(backend, { relaxed: 'keywords' }).search(QUESTION, forever), {
    status: 'empty',
  });
  const failing = knowing({ 'capital angola': failed('rate', 'too often'), angola: HITS });
  const outcome = await withQueryRelaxation(failing, { relaxed: 'question' }).search(QUESTION, forever);
  assert.deepEqual(outcome, failed('rate', 'too often'));
  assert.deepEqual(failing.asked, [QUESTION.text, 'capital angola']);
});

test('stops when the caller leaves, even if a back-end ignores its signal', async () => {
  const caller = new AbortController();
  const left = new Failure('cancelled', 'Gone.');
  let calls = 0;
  const deaf: SearchBackend = {
    sends: SENDS_NOTHING,
    async search() {
      calls++;
      caller.abort(left);
      return { status: 'empty' };
    },
  };
  const search = withQueryRelaxation(deaf, { relaxed: 'question' }).search(QUESTION, caller.signal);
  await assert.rejects(search, (error) => error === left);
  assert.equal(calls, 1);
});

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
    'Wie hoch ist der Mount Everest?': ['hoch mount everest', 'mount everest', 'everest'],
    // In this language the general word comes last.
    '安哥拉的首都是哪里？': ['安哥拉 首都', '安哥拉'],
  };
  for (const [question, ladder] of Object.entries(cases)) assert.deepEqual(textsOf(question), ladder);
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

test('is tried every twentieth time, and every time after a success', () => {
  const record = new WordingRecord(3);
  for (let miss = 0; miss < 3; miss++) record.recordMiss();
  const turns = Array.from({ length: 60 }, () => record.isWorthTrying());
  const probes = turns.flatMap((isWorthTrying, at) => (isWorthTrying ? [at + 1] : []));
  assert.deepEqual(probes, [20, 40, 60]);
  record.recordHit();
  assert.equal(record.isWorthTrying(), true);
});
