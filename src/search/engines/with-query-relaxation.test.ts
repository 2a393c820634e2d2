import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { failed, found, SENDS_NOTHING, type SearchBackend, type SearchOutcome } from '../search.ts';
import { withQueryRelaxation } from './with-query-relaxation.ts';

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
    await withQueryRelaxation(understanding, { start: 'question' }).search(QUESTION, forever),
    HITS,
  );
  assert.deepEqual(understanding.asked, [QUESTION.text]);
  const literal = knowing({ angola: HITS });
  assert.equal(await withQueryRelaxation(literal, { start: 'question' }).search(QUESTION, forever), HITS);
  assert.deepEqual(literal.asked, [QUESTION.text, 'capital angola', 'angola']);
});

test('starts with keywords if configured to', async () => {
  const literal = knowing({ 'capital angola': HITS });
  assert.equal(await withQueryRelaxation(literal, { start: 'keywords' }).search(QUESTION, forever), HITS);
  assert.deepEqual(literal.asked, ['capital angola']);
});

const ANGOLA = ['capital angola', 'angola'];

test('sends keywords first and the question last to back-ends that need keywords', async () => {
  const literal = knowing({ angola: HITS });
  const search = withQueryRelaxation(literal, { start: 'question' });
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

test('returns to the question as soon as it finds something', async () => {
  const outcomes: Record<string, SearchOutcome> = { angola: HITS };
  const backend = knowing(outcomes);
  const search = withQueryRelaxation(backend, { start: 'question' });
  for (let question = 0; question < 4; question++) await search.search(QUESTION, forever);
  outcomes['Who is Nobody?'] = HITS;
  await search.search({ ...QUESTION, text: 'Who is Nobody?' }, forever);
  backend.asked.splice(0);
  await search.search(QUESTION, forever);
  assert.deepEqual(backend.asked, [QUESTION.text, ...ANGOLA]);
});

test(
  'skips a wording that never finds anything, resumes it when it does, and never skips the one with all ' +
    'words',
  async () => {
    const query = { ...QUESTION, text: 'What is the ISO code of Angola Luanda?' };
    const names = 'iso angola luanda';
    const outcomes: Record<string, SearchOutcome> = { [names]: HITS };
    const backend = knowing(outcomes);
    const search = withQueryRelaxation(backend, { start: 'keywords' });
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

test('ignores failures, questions without any result, and questions that are keywords', async () => {
  const outcomes: Record<string, SearchOutcome> = {
    'angola luanda': failed('rate', 'too often'),
    luanda: HITS,
  };
  const backend = knowing(outcomes);
  const search = withQueryRelaxation(backend, { start: 'question' });
  for (const text of ['What is Angola Luanda?', 'Who is Nobody?', 'capital luanda'])
    for (let count = 0; count < 4; count++) await search.search({ ...QUESTION, text }, forever);
  backend.asked.splice(0);
  await search.search(QUESTION, forever);
  assert.equal(backend.asked[0], QUESTION.text);
});

test('sends no query twice', async () => {
  const backend = knowing({});
  await withQueryRelaxation(backend, { start: 'question' }).search(
    { ...QUESTION, text: 'Capital Angola' },
    forever,
  );
  assert.deepEqual(backend.asked, ['Capital Angola', 'angola']);
});

test('is empty if no wording finds anything, and fails with the first failure', async () => {
  const backend = knowing({});
  assert.deepEqual(await withQueryRelaxation(backend, { start: 'keywords' }).search(QUESTION, forever), {
    status: 'empty',
  });
  const failing = knowing({ 'capital angola': failed('rate', 'too often'), angola: HITS });
  const outcome = await withQueryRelaxation(failing, { start: 'question' }).search(QUESTION, forever);
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
  const search = withQueryRelaxation(deaf, { start: 'question' }).search(QUESTION, caller.signal);
  await assert.rejects(search, (error) => error === left);
  assert.equal(calls, 1);
});
