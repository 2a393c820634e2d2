import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILLER, hitOf, pageOf, questionOf, tokensOf } from '../../test/support/selecting.ts';
import { type Rank, reorder } from './reorder.ts';
import type { ScoredPage } from './score.ts';
import { select } from './select.ts';

/** Names the answer but shares no word with the question, unlike the many passages around it. */
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

test('a sentence counts half by the place of its passage and half by its own relevance in it', async () => {
  const sentence = { text: 'x'.repeat(300), from: 0, to: 300, tokens: 1, words: [] };
  const page = (...scores: readonly number[]): ScoredPage => ({
    ...{ sentences: scores.map(() => sentence), matches: [], titleTokens: 0 },
    scores: Float64Array.from(scores),
  });
  // Every two sentences form a passage; the second page has only one sentence.
  const pages = [page(0.1, 0.4, 0.2, 0.05), page(0.8)];
  const asked: number[] = [];
  const reordered = await reorder(pages, async (passages) => {
    asked.push(...passages.map(({ length }) => length));
    return [2, 0, 1];
  });
  assert.deepEqual(asked, [300, 600, 600]);
  const scores = reordered?.map((one) => [...one.scores].map((score) => Number(score.toFixed(4))));
  // The new order decides: 0.8 for the passage that was third, then two thirds and one third of that.
  assert.deepEqual(scores, [[0.1667, 0.2667, 0.8, 0.5], [0.5333]]);
});

test('a passage has up to 700 characters, and a longer sentence is a passage alone', async () => {
  const unitOf = (chars: number) => ({ text: 'x'.repeat(chars), from: 0, to: chars, tokens: 1, words: [] });
  const sentences = [350, 350, 350, 350, 900, 351, 350].map(unitOf);
  const page = { sentences, matches: [], titleTokens: 0, scores: new Float64Array(sentences.length) };
  let asked: readonly string[] = [];
  await reorder([page], async (passages) => {
    asked = passages;
    return null;
  });
  assert.deepEqual(
    asked.map(({ length }) => length),
    [700, 700, 900, 351, 350],
  );
});

test('every passage has the title of its page once, on a line of its own', async () => {
  const unitOf = (text: string) => ({ text, from: 0, to: text.length, tokens: 1, words: [] });
  const sentences = ['Title', 'x'.repeat(699), 'y'.repeat(699)].map(unitOf);
  let asked: readonly string[] = [];
  const rank: Rank = async (passages) => {
    asked = passages;
    return null;
  };
  const page = { sentences, matches: [], scores: new Float64Array(3) };
  await reorder([{ ...page, titleTokens: 5 }], rank);
  assert.deepEqual(asked, ['Title', `Title\n${sentences[1]?.text}`, `Title\n${sentences[2]?.text}`]);
  await reorder([{ ...page, titleTokens: 0 }], rank);
  assert.deepEqual(asked, ['Title', sentences[1]?.text, sentences[2]?.text]);
});

test('of passages of equal relevance, those nearer to the top are sent first', async () => {
  const unitOf = (text: string) => ({ text, from: 0, to: text.length, tokens: 1, words: [] });
  const pageOfUnits = (...texts: readonly string[]): ScoredPage => {
    return {
      sentences: texts.map(unitOf),
      matches: [],
      scores: new Float64Array(texts.length),
      titleTokens: 0,
    };
  };
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(600)) as [
    string,
    string,
    string,
    string,
  ];
  let asked: readonly string[] = [];
  // A page without sentences has no passage.
  await reorder([pageOfUnits(a, b), pageOfUnits(), pageOfUnits(c, d)], async (passages) => {
    asked = passages;
    return null;
  });
  assert.deepEqual(asked, [a, c, b, d]);
});
