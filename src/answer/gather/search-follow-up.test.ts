import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import type { SearchWithHits } from '../../core/events.ts';
import type { Question } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Condensed } from '../../write/condenser.ts';
import { searchFollowUp, toMeantQuestion } from './search-follow-up.ts';

const question: Question = {
  ...{ id: 'a', text: 'how old is it?', maxSources: 5, scope: ANY_SCOPE, deadlineAtMs: 0 },
  history: [{ question: 'Is Rome big?', answer: 'Yes.' }],
};
const never = new AbortController().signal;

/** Searches that end when `end` is called or their signal aborts. */
function searching() {
  const asked: { readonly words: string; readonly signal: AbortSignal; end(): void }[] = [];
  const search = ({ text: words }: Question, signal: AbortSignal) =>
    new Promise<SearchWithHits>((resolve, reject) => {
      const found = { words, outcome: { status: 'ok' }, engine: 'none', trail: [], hits: [] } as const;
      asked.push({ words, signal, end: () => resolve(found) });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  return { asked, search };
}

const guessing = (rewriting: Promise<{ text: string; tokens: number }>): Condensed => ({
  ...{ text: 'how old is it Rome', tokens: 0, isGuess: true, rewriting },
});

test('the guess is searched for while the model writes, and once if both mean the same', async () => {
  const model = Promise.withResolvers<{ text: string; tokens: number }>();
  const { asked, search } = searching();
  const { signal } = new AbortController();
  const meaning = searchFollowUp(question, guessing(model.promise), { search, signal });
  assert.deepEqual(
    asked.map(({ words }) => words),
    ['how old is it Rome'],
  );
  asked[0]?.end();
  model.resolve({ text: 'Rome, how old is it?', tokens: 9 });
  const { meant, tokens, isGuess } = await meaning;
  assert.deepEqual([meant.text, tokens, isGuess, asked.length], ['how old is it Rome', 9, false, 1]);
  assert.equal(getEventListeners(signal, 'abort').length, 0);
});

test('a guess with one more word than the query of the model is the same search', async () => {
  const guess = 'how old is it Rome Italy';
  const longer = `${guess} Europe`;
  for (const [text, searches] of [
    ['how old is Rome', [guess]],
    ['age of the city', [guess, 'age of the city']],
    ['how old is Rome, Italy, Europe', [longer]],
    ['how old is Rome', [longer, 'how old is Rome']],
  ] as const) {
    const { asked, search } = searching();
    const condensed = { ...guessing(Promise.resolve({ text, tokens: 9 })), text: searches[0] };
    const meaning = searchFollowUp(question, condensed, { search, signal: never });
    await new Promise(setImmediate);
    for (const { end } of asked) end();
    await meaning;
    assert.deepEqual(
      asked.map(({ words }) => words),
      searches,
    );
  }
});

test('a guess that the model does not share is no longer searched for', async () => {
  const { asked, search } = searching();
  const rewriting = Promise.resolve({ text: 'age of Rome', tokens: 9 });
  const meaning = searchFollowUp(question, guessing(rewriting), { search, signal: never });
  await rewriting;
  await new Promise(setImmediate);
  asked[1]?.end();
  const { meant, search: found, isGuess } = await meaning;
  assert.deepEqual([meant.text, found.words, isGuess], ['age of Rome', 'age of Rome', false]);
  assert.equal(asked[0]?.signal.aborted, true);
});

test('without a usable reply the guess is kept, and called one', async () => {
  const { asked, search } = searching();
  const rewriting = Promise.resolve({ text: '', tokens: 3 });
  const meaning = searchFollowUp(question, guessing(rewriting), { search, signal: never });
  asked[0]?.end();
  const { meant, tokens, isGuess } = await meaning;
  assert.deepEqual([meant.text, tokens, isGuess], ['how old is it Rome', 3, true]);
});

test('a caller who leaves ends the search', async () => {
  const leaving = new AbortController();
  const { asked, search } = searching();
  const rewriting = new Promise<never>(() => undefined);
  void searchFollowUp(question, guessing(rewriting), { search, signal: leaving.signal });
  leaving.abort();
  assert.equal(asked[0]?.signal.aborted, true);
});

test('a caller who leaves after the model wrote ends the search for its query', async () => {
  const leaving = new AbortController();
  const { asked, search } = searching();
  const rewriting = Promise.resolve({ text: 'age of Rome', tokens: 9 });
  const meaning = searchFollowUp(question, guessing(rewriting), { search, signal: leaving.signal });
  await new Promise(setImmediate);
  leaving.abort(new Error('left'));
  await assert.rejects(meaning, /left/);
  assert.deepEqual([asked.length, asked[1]?.signal.aborted], [2, true]);
});

test('without a model, the words of the rules are searched for, and called a guess if they are', async () => {
  const ruled = { text: 'how old is Rome', tokens: 2 };
  for (const condensed of [{ ...ruled, isGuess: true } as const, ruled]) {
    const { asked, search } = searching();
    const meaning = searchFollowUp(question, condensed, { search, signal: never });
    asked[0]?.end();
    const { meant, tokens, ...found } = await meaning;
    assert.deepEqual([meant.text, tokens, found.isGuess], ['how old is Rome', 2, condensed !== ruled]);
  }
});

test('a question means what the model wrote, or else the guess', async () => {
  const meant = async (text: string) => {
    const found = await toMeantQuestion(question, guessing(Promise.resolve({ text, tokens: 9 })));
    return [found.meant.text, found.tokens];
  };
  assert.deepEqual(await meant('age of Rome'), ['age of Rome', 9]);
  assert.deepEqual(await meant(''), ['how old is it Rome', 9]);
  const kept = await toMeantQuestion(question, { text: question.text, tokens: 1 });
  assert.deepEqual(kept, { meant: question, tokens: 1 });
});
