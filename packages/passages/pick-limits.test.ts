import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createYielding } from '@sayso/text/yielding.ts';
import { pick } from './pick.ts';
import type { PageSentence } from './sentences.ts';

let made = 0;
/** A sentence that starts after the title and has no words, unless `facts` says otherwise. */
const unitOf = (facts: Partial<PageSentence> = {}): PageSentence => {
  return { text: `sentence ${made++}`, from: 0, to: 1, tokens: 10, words: [], ...facts };
};
const wordsOf = (count: number) => Array.from({ length: count }, (_, at) => `word${made++}x${at}`);

type Taking = {
  budget: number;
  skipsRepeats?: boolean;
  titleTokens?: number;
  worth?: (page: number) => number;
};

/** The sentences selected from pages, all of the same worth, and how often their worth was computed. */
async function taken(pages: readonly (readonly PageSentence[])[], { budget, ...rest }: Taking) {
  const { skipsRepeats = false, titleTokens = 0, worth: worthOf = () => 1 } = rest;
  let weighed = 0;
  const worth = {
    most: worthOf,
    now(page: number) {
      weighed++;
      return worthOf(page);
    },
    select: () => undefined,
  };
  const scored = pages.map((sentences, page) => {
    return { sentences, matches: [], scores: Float64Array.from(sentences, () => worthOf(page)), titleTokens };
  });
  const found = [...(await pick({ pages: scored, worth, budget, skipsRepeats }, createYielding()))];
  return { found, weighed };
}

test('among sentences of equal worth, those of earlier pages and places come first', async () => {
  const pages = [3, 4, 2].map((count) => Array.from({ length: count }, () => unitOf()));
  assert.deepEqual((await taken(pages, { budget: 1000 })).found, pages.flat());
  const worth = (page: number) => (page === 1 ? 2 : 1);
  const order = [pages[1], pages[0], pages[2]].flatMap((page) => page ?? []);
  assert.deepEqual((await taken(pages, { budget: 1000, worth })).found, order);
});

test('the words of a title, or of a script without spaces, are not taken for tokens', async () => {
  const words = wordsOf(101);
  for (const facts of [{ to: 0 }, { text: '字'.repeat(90) }]) {
    const sentence = unitOf({ ...facts, words, tokens: 90 });
    assert.deepEqual((await taken([[sentence]], { budget: 100 })).found, [sentence]);
  }
});

test('a passage costs a token more than its sentences, and a neighbour on either side nothing', async () => {
  const [one, two, three] = [unitOf(), unitOf(), unitOf()];
  assert.deepEqual((await taken([[one, two]], { budget: 21 })).found, [one, two]);
  assert.deepEqual((await taken([[one, two]], { budget: 20 })).found, [one]);
  const blocked = [one, unitOf({ tokens: 1000 }), two, three];
  assert.deepEqual((await taken([blocked], { budget: 32 })).found, [one, two, three]);
  assert.deepEqual((await taken([blocked], { budget: 31 })).found, [one, two]);
  const title = [[one], [two]];
  assert.deepEqual((await taken(title, { budget: 32, titleTokens: 5 })).found, [one, two]);
  assert.deepEqual((await taken(title, { budget: 31, titleTokens: 5 })).found, [one]);
});
