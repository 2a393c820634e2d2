import { K1, lengthNorm, rarity } from '@sayso/text/relevance.ts';
import { createCounter } from './stems.ts';
import {
  documentOf,
  type IndexedDocument,
  PARTS_PER_DOCUMENT,
  type SearchIndex,
  type Within,
} from './store.ts';

// In a large index, half of all texts have one of a question's words: to compare them all takes seconds. So a store
// lists the parts, and the titles, that have a rare word or two frequent ones. Those with the most and rarest of them
// are compared here, with all words, in the same way for all stores.

/** The words that parts are looked for with, the rarest ones. */
const LOOKED_FOR = 5;
/** The length of a list. A word that more parts have is frequent: it is looked for together with another one. */
const LISTED = 500;
/** The number of parts that are compared. */
const COMPARED = 40;
/** Parts of one document that are compared, so that a long one does not fill the room. */
const COMPARED_OF_DOCUMENT = 3;

/** A word in the title counts as eight words in the text. */
const TITLE_WEIGHT = 8;

/** A word of a question, and how many parts have it. */
export type CountedWord = { readonly word: string; readonly count: number };

type Asked = CountedWord & { readonly weight: number };

/** A part that was found, and its document. */
type Found = { readonly part: number; readonly score: number; readonly document: IndexedDocument };

/** Where a question is looked for. */
type Place = {
  readonly index: SearchIndex;
  readonly collections: Within;
  /** The number of parts there. */
  readonly all: number;
};

/** The best part of each of the best documents for the words of a question, best first: the higher a score, the better. */
export async function bestParts(
  words: readonly CountedWord[],
  place: Place,
  limit: number,
): Promise<readonly Found[]> {
  const asked = words
    .filter(({ count }) => count > 0)
    .map((word) => ({ ...word, weight: rarity(word.count, place.all) }))
    .sort((one, other) => other.weight - one.weight);
  const parts = fewOfEach(await likelyParts(asked.slice(0, LOOKED_FOR), place));
  const [texts, documents] = await Promise.all([
    place.index.texts(parts),
    place.index.documents(parts.map(documentOf)),
  ]);
  const compared = parts.flatMap((part) => {
    const document = documents.get(documentOf(part));
    const text = texts.get(part);
    // It may have been removed since it was found.
    if (document === undefined || text === undefined) return [];
    const isLead = part % PARTS_PER_DOCUMENT === 0;
    return { part, document, text: isLead ? `${text}\n${document.keywords}` : text };
  });
  const best = new Map<number, Found>();
  for (const found of scored(compared, asked)) {
    const id = documentOf(found.part);
    if (found.score > (best.get(id)?.score ?? 0)) best.set(id, found);
  }
  return [...best.values()]
    .sort((one, other) => other.score - one.score || one.part - other.part)
    .slice(0, limit);
}

/** The parts that have some of these words, those with the most and rarest ones first. */
async function likelyParts(
  looked: readonly Asked[],
  { index, collections }: Place,
): Promise<readonly number[]> {
  const sets = setsToList(looked);
  const wanted = sets.map((set) => set.flatMap((at) => looked[at]?.word ?? []));
  const [listed, titled] = await Promise.all([
    index.having(wanted, collections, LISTED),
    index.titled(wanted, collections, LISTED),
  ]);
  // Which of the words each part has, and the title of each document, as bits.
  const inPart = new Map<number, number>();
  const inTitle = new Map<number, number>();
  for (const [at, set] of sets.entries()) {
    const bits = set.reduce((sum, place) => sum | (1 << place), 0);
    for (const part of listed[at] ?? []) inPart.set(part, (inPart.get(part) ?? 0) | bits);
    for (const document of titled[at] ?? []) inTitle.set(document, (inTitle.get(document) ?? 0) | bits);
  }
  for (const [document, bits] of inTitle) {
    const lead = document * PARTS_PER_DOCUMENT;
    inPart.set(lead, (inPart.get(lead) ?? 0) | bits);
  }
  const weightOf = (bits: number) =>
    looked.reduce((sum, { weight }, at) => sum + ((bits >> at) & 1) * weight, 0);
  return [...inPart]
    .map(([part, bits]) => ({ part, weight: weightOf(bits) + weightOf(inTitle.get(documentOf(part)) ?? 0) }))
    .sort((one, other) => other.weight - one.weight || one.part - other.part)
    .map(({ part }) => part);
}

/** The places of the words that a part must have to be listed: a rare one, or a frequent one and another. */
function setsToList(looked: readonly Asked[]): readonly (readonly number[])[] {
  const isFrequent = ({ count }: Asked) => count > LISTED;
  return looked.flatMap((word, at) => {
    const single = isFrequent(word) && looked.length > 1 ? [] : [[at]];
    const pairs = looked.slice(0, at).map((_, before) => [before, at]);
    return isFrequent(word) ? [...single, ...pairs] : single;
  });
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

type Compared = {
  readonly part: number;
  readonly document: IndexedDocument;
  /** Its text, at the beginning of a document with the keywords. */
  readonly text: string;
};

/** BM25 (Robertson & Zaragoza 2009), with a title that counts as a part of the text. */
function scored(compared: readonly Compared[], asked: readonly Asked[]): readonly Found[] {
  const count = createCounter(asked.map(({ word }) => word));
  const mean = compared.reduce((sum, { text }) => sum + text.length, 1) / Math.max(1, compared.length);
  return compared.map(({ part, document, text }) => {
    const [inTitle, inText] = [count(document.title), count(text)];
    const norm = lengthNorm(text.length, mean);
    const score = asked.reduce((sum, { weight }, at) => {
      const times = TITLE_WEIGHT * (inTitle[at] ?? 0) + (inText[at] ?? 0);
      return sum + (weight * times * (K1 + 1)) / (times + norm);
    }, 0);
    return { part, document, score };
  });
}
