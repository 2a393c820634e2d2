import { K1, lengthNorm, rarity } from '@sayso/text/relevance.ts';
import { createCounter, toPhrase } from './stems.ts';
import { documentOf, type FoundPart, PARTS_PER_DOCUMENT, type SearchIndex, type Within } from './store.ts';

// In a large index, half of all texts have one of a question's words: to compare them all takes seconds. So a store looks
// for the rarest words, or for pairs of them, and says which other words the parts have. Those that have the most are
// compared here, with all words, in the same way for all stores.

/** The words that parts are looked for with. */
const LOOKED_FOR = 8;
/**
 * In a large index, a word that one of twenty parts has tells little: it is counted where parts are compared, but not
 * looked for.
 */
const LEAST_TELLING = Math.log(20);
const LARGE = 20_000;
/** The number of parts that are found. */
const FOUND = 1_000;
/** With fewer, pairs of frequent words are looked for, too. */
const FEW_FOUND = 200;
/** The number of parts that are compared. */
const COMPARED = 60;
/** Parts of one document that are compared, so that a long one does not fill the room. */
const COMPARED_OF_DOCUMENT = 3;

/** A document with the question's words at its beginning counts more. */
const LEAD_FACTOR = 1.1;
/** A word in the title counts as eight words in the text. */
const TITLE_WEIGHT = 8;

/** A word of a question, and how many parts have it. */
export type CountedWord = { readonly word: string; readonly count: number };

/** Where a question is looked for. */
type Place = {
  readonly index: SearchIndex;
  readonly collections: Within;
  /** The number of parts there. */
  readonly all: number;
};

/** The best part of each of the best documents for the words of a question, best first: the lower a score, the better. */
export async function bestParts(
  words: readonly CountedWord[],
  place: Place,
  limit: number,
): Promise<readonly { readonly part: number; readonly score: number }[]> {
  const { index, collections, all } = place;
  const known = words.filter(({ count }) => count > 0).sort((one, other) => one.count - other.count);
  const asked = known.map(({ word, count }) => ({ word, weight: rarity(count, all) }));
  const isTold = (weight: number) => all < LARGE || weight > LEAST_TELLING;
  const looked = asked.filter(({ weight }, at) => at < 2 || isTold(weight)).slice(0, LOOKED_FOR);
  const found = await index.having(
    { sets: await setsToFind(known, place), words: looked.map(({ word }) => word) },
    collections,
    FOUND,
  );
  const weightOf = ({ has, inTitle }: FoundPart) =>
    looked.reduce((sum, { weight }, at) => sum + weight * (Number(has[at]) + Number(inTitle[at])), 0);
  const parts = fewOfEach(
    found
      .map((each) => ({ part: each.part, weight: weightOf(each) }))
      .sort((one, other) => other.weight - one.weight || one.part - other.part)
      .map(({ part }) => part),
  );
  const [texts, documents] = await Promise.all([index.texts(parts), index.documents(parts.map(documentOf))]);
  const scores = scoresOf(
    parts.map((part) => {
      const { title = '', keywords = '' } = documents.get(documentOf(part)) ?? {};
      const isLead = part % PARTS_PER_DOCUMENT === 0;
      return { title, text: `${texts.get(part) ?? ''}${isLead ? `\n${keywords}` : ''}`, isLead };
    }),
    asked.map(({ word, weight }) => ({ phrase: toPhrase(word), weight })),
  );
  const best = new Map<number, { readonly part: number; readonly score: number }>();
  for (const [at, part] of parts.entries()) {
    const score = scores[at] ?? 0;
    if (score < (best.get(documentOf(part))?.score ?? 0)) best.set(documentOf(part), { part, score });
  }
  return [...best.values()]
    .sort((one, other) => one.score - other.score || one.part - other.part)
    .slice(0, limit);
}

/** What a part must have to be found: all words of one of these sets. `words` are the rarest first. */
async function setsToFind(
  words: readonly CountedWord[],
  { index, collections }: Place,
): Promise<readonly (readonly string[])[]> {
  let room = FOUND;
  const sets: string[][] = [];
  const add = (set: string[], count: number) => {
    if (count > room) return;
    room -= count;
    sets.push(set);
  };
  for (const { word, count } of words) add([word], count);
  if (room < FOUND - FEW_FOUND) return sets;
  const [one, two, three, four] = words.slice(sets.length).map(({ word }) => word);
  if (one === undefined) return sets;
  const pairs = [
    [one, two],
    [one, three],
    [two, three],
    [one, four],
  ]
    .map((pair) => pair.filter((word) => word !== undefined))
    .filter((pair) => pair.length === 2);
  const counts = await index.counts(pairs, collections);
  for (const [at, pair] of pairs.entries()) add(pair, counts[at] ?? 0);
  // Many parts have even two of them: the first ones that have three or, of a single word, the first ones.
  return sets.length > 0 ? sets : [[one, two, three].filter((word) => word !== undefined)];
}

function fewOfEach(parts: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  return parts
    .filter((part) => {
      const count = (counts.get(documentOf(part)) ?? 0) + 1;
      counts.set(documentOf(part), count);
      return count <= COMPARED_OF_DOCUMENT;
    })
    .slice(0, COMPARED);
}

type Compared = { readonly title: string; readonly text: string; readonly isLead: boolean };
type Asked = { readonly phrase: readonly string[]; readonly weight: number };

function scoresOf(compared: readonly Compared[], asked: readonly Asked[]): readonly number[] {
  const count = createCounter(asked.map(({ phrase }) => phrase));
  const mean = compared.reduce((sum, { text }) => sum + text.length, 1) / Math.max(1, compared.length);
  return compared.map(({ title, text, isLead }) => {
    const [inTitle, inText] = [count(title), count(text)];
    const norm = lengthNorm(text.length, mean);
    const score = asked.reduce((sum, { weight }, at) => {
      const times = TITLE_WEIGHT * (inTitle[at] ?? 0) + (inText[at] ?? 0);
      return sum + (weight * times * (K1 + 1)) / (times + norm);
    }, 0);
    return -score * (isLead ? LEAD_FACTOR : 1);
  });
}
