import assert from 'node:assert/strict';
import { test } from 'node:test';
import { termWeights } from '@sayso/text/relevance.ts';
import { createYielding } from '@sayso/text/yielding.ts';
import { pick, pickAll } from './pick.ts';
import { type ScoredPage, score } from './score.ts';
import { createTerms, toPlainWords } from './terms.ts';
import { createMarginalRelevance } from './worth.ts';

type Sentences = readonly string[];

/** Picks from pages, given as sentences of ten tokens each; a page costs five more when it is opened. */
async function picked(question: string, pages: readonly Sentences[], budget: number, skipsRepeats = true) {
  const terms = createTerms(question);
  const matches = pages.map((page) => page.map((text) => terms.match(toPlainWords(text))));
  const weights = termWeights(terms.count, matches.flat());
  const scores = await score(matches, weights, createYielding());
  const scored = pages.map((texts, page): ScoredPage => {
    const sentences = texts.map((text, at) => {
      return { text, from: at, to: at + 1, tokens: 10, words: toPlainWords(text) };
    });
    return {
      sentences,
      matches: matches[page] ?? [],
      scores: scores[page] ?? new Float64Array(),
      titleTokens: 5,
    };
  });
  const worth = createMarginalRelevance(scored, question, weights);
  const taken = await pick({ pages: scored, worth, budget, skipsRepeats }, createYielding());
  const all = pickAll({ pages: scored, budget, skipsRepeats });
  return { taken: [...taken].map(({ text }) => text), all: all && [...all].map(({ text }) => text) };
}

const BLANK = Array.from({ length: 9 }, (_, at) => `nothing at all number ${'x'.repeat(at + 1)}`);
const ASKED = 'how high is the tower';

test('of similar sentences the one with new names and numbers is taken', async () => {
  const pages = [
    'the tower is high',
    'the tower is high by Eiffel, 330 metres',
    'the tower is high and wide',
  ];
  const far = pages.flatMap((sentence) => [...BLANK, sentence]);
  assert.equal((await picked(ASKED, [far], 16)).taken[0], pages[1]);
});

test('a sentence that begins with a pronoun brings the one before it', async () => {
  const page = [...BLANK, 'Eiffel was an engineer', 'He built the tower so high', ...BLANK];
  const { taken } = await picked(ASKED, [page], 26);
  assert.deepEqual(taken, ['Eiffel was an engineer', 'He built the tower so high']);
  assert.deepEqual((await picked(ASKED, [page], 17)).taken, ['He built the tower so high']);
  assert.equal((await picked(ASKED, [page], 37)).taken.length, 3);
});

test('text of another page is taken once, if that is requested', async () => {
  const said = 'the tower is very high as we all know by now';
  const pages = [
    [said, ...BLANK],
    [said, ...BLANK],
  ];
  const timesSaid = (taken: Sentences) => taken.filter((text) => text === said).length;
  assert.equal(timesSaid((await picked(ASKED, pages, 60)).taken), 1);
  assert.equal(timesSaid((await picked(ASKED, pages, 60, false)).taken), 2);
  assert.equal(timesSaid((await picked(ASKED, pages, 1000, true)).all ?? []), 1);
  assert.deepEqual((await picked(ASKED, pages, 1000, false)).all, pages.flat());
  assert.equal(timesSaid((await picked(ASKED, [[said], [said]], 60)).all ?? []), 1);
});

test('beyond 2,000 tokens, what hardly helps is left out, even with words of the question', async () => {
  const asked = 'how high is the iron tower of the old harbour town near the northern lighthouse';
  const answers = Array.from(
    { length: 300 },
    (_, at) =>
      `the iron tower of the old harbour town near the northern lighthouse is high, ${at + 300} metres`,
  );
  const few = answers.slice(0, 10);
  const far = Array.from({ length: 60 }, (_, at) => [...BLANK, `a town ${'y'.repeat(at + 1)}`]).flat();
  const taken = async (page: Sentences) => (await picked(asked, [page], 5000, false)).taken;
  const [many, rest] = [await taken([...answers, ...far]), await taken([...few, ...far])];
  assert.ok(answers.every((sentence) => many.includes(sentence)));
  assert.ok(many.length < answers.length + 5, `${many.length}`);
  assert.ok(few.every((sentence) => rest.includes(sentence)));
  assert.ok(rest.length > 160 && rest.length < 220, `${rest.length}`);
});

test('without any term, pages are taken from their beginning', async () => {
  assert.deepEqual((await picked('zebra', [BLANK], 26)).taken, BLANK.slice(0, 2));
});
