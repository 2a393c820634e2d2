import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { RankPassages } from '../core/ranking.ts';
import { selectWith } from './gather.ts';

const nobody = new AbortController().signal;
const rooms = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `The museum number ${at + from} opens at nine.`).join(' ');

/** A hit and its page, whose middle sentence is the only one that is not about museums. */
function pageOf(title: string, sentence: string) {
  const url = `https://example.test/${title.toLowerCase().replaceAll(' ', '-')}`;
  const text = [rooms(9), sentence, rooms(9, 9)].join('\n\n');
  const page = { url, title, text, language: null, publishedAt: null, siteName: null, author: null };
  return { hit: { url, title, snippet: `${title} is a place with many museums` }, page };
}

/** The text that is selected of some pages, about two sentences of each. */
async function selected(
  text: string,
  found: readonly ReturnType<typeof pageOf>[],
  rank: RankPassages | null = null,
  signal = nobody,
) {
  const pages = new Map(found.map(({ page }) => [page.url, page]));
  const choice = { question: { ...QUESTION, text }, hits: found.map(({ hit }) => hit), pages };
  const sources = await selectWith(rank)({ ...choice, contextTokens: 34 * found.length }, 700, signal);
  return sources.flatMap(({ passages }) => passages.map((passage) => passage.text)).join('\n');
}

const swiss = pageOf('Switzerland', 'The capital is Bern.');

test('without a model, passages are chosen by the words of the question', async () => {
  assert.match(await selected('What is the capital of Switzerland?', [swiss]), /Bern/);
  assert.doesNotMatch(await selected('Who lives in Switzerland?', [swiss]), /Bern/);
});

test('a misspelled word finds the one that it means', async () => {
  assert.match(await selected('What is the captial of Switzerland?', [swiss]), /Bern/);
});

const several = [swiss, pageOf('Museums', 'It has many rooms.'), pageOf('Paintings', 'They are old.')];

test('a model ranks the passages for the question as it was asked, in its time', async () => {
  const tasks: Parameters<RankPassages>[0][] = [];
  const rank: RankPassages = async (task, signal) => {
    assert.equal(signal, nobody);
    tasks.push(task);
    return null;
  };
  const question = 'What is the capital of Switzerland?';
  assert.match(await selected(question, several, rank), /Bern/);
  assert.deepEqual([tasks.length, tasks[0]?.question, tasks[0]?.timeoutMs], [1, question, 700]);
  assert.ok(tasks[0]?.passages.some((passage) => passage.includes('The capital is Bern.')));
});

test('if a model fails when time is over, the words choose; another fault is thrown', async () => {
  const failing: RankPassages = () => Promise.reject(new Error('broken'));
  const question = 'What is the capital of Switzerland?';
  await assert.rejects(selected(question, several, failing), /broken/);
  assert.match(await selected(question, several, failing, AbortSignal.abort()), /Bern/);
});
