import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILLER, hitOf, NONE, pageOf, questionOf, tokensOf } from '../../test/support/selecting.ts';
import type { Rank } from './reorder.ts';
import { select } from './select.ts';

/** Names the answer without a word of the question, among much that has its words. */
const ANSWER = 'gustave designed this iron giant in the middle of paris. ';
const talk = (from: number) =>
  Array.from(
    { length: 20 },
    (_, at) => `In x${from + at} the y${from + at} asks z${from + at} who built the tower. `,
  ).join('');
const hits = ['One', 'Two', 'Three'].map((title) => hitOf(title, ''));
const texts = [
  FILLER.repeat(100) + talk(100),
  FILLER.repeat(40) + ANSWER + FILLER.repeat(150),
  talk(200) + FILLER.repeat(170),
];
const pages = new Map(hits.map((hit, at) => pageOf(hit, texts[at] ?? '')));

async function selected(rank: Rank | undefined, contextTokens = 200) {
  const question = questionOf('Who built the tower?', 3);
  return await select({ question, hits, pages, contextTokens, rank });
}

/** Puts passages with this text first and leaves the others in their order. */
const preferring = (text: string): Rank => {
  return async (passages) => {
    const places = [...passages.keys()];
    return places.toSorted(
      (one, other) => Number(passages[other]?.includes(text)) - Number(passages[one]?.includes(text)),
    );
  };
};

test('a ranking finds an answer that has no word of the question', async () => {
  const holdsAnswer = async (rank: Rank | undefined) =>
    (await selected(rank)).some(({ passages }) => passages.some(({ text }) => text.includes('gustave')));
  assert.deepEqual([await holdsAnswer(undefined), await holdsAnswer(preferring('gustave'))], [false, true]);
});

test('without a ranking, or when it fails, words alone decide', async () => {
  assert.deepEqual(await selected(async () => null), await selected(undefined));
});

test('at most thirty passages of bounded length are ranked, each with the title of its page', async () => {
  let asked: readonly string[] = [];
  await selected(async (passages) => {
    asked = passages;
    return null;
  });
  assert.equal(asked.length, 30);
  for (const passage of asked) {
    assert.ok(passage.length < 800, `${passage.length}`);
    assert.match(passage, /^(?:One|Two|Three)\n\S/);
  }
  assert.equal(new Set(asked).size > 3, true);
});

test('any ranking leaves the context within its budget and the text as it was', async () => {
  for (const rank of [
    preferring('nothing'),
    async (passages: readonly string[]) => [...passages.keys()].reverse(),
  ]) {
    const sources = await selected(rank, 150);
    assert.ok(tokensOf(sources) <= 150);
    for (const { url, passages } of sources)
      for (const { text, from, to } of passages) assert.equal(pages.get(url)?.text.slice(from, to), text);
  }
});

test('a single passage is not sent anywhere', async () => {
  const rank: Rank = async () => assert.fail('ranked');
  const question = questionOf('Who?');
  const sources = await select({ question, hits: hits.slice(0, 1), pages: NONE, contextTokens: 100, rank });
  assert.equal(sources.length, 1);
});
