import { K1, lengthNorm, rarity } from '@sayso/text/relevance.ts';
import {
  documentOf,
  type IndexedDocument,
  type IndexSize,
  PARTS_PER_DOCUMENT,
  type Scope,
  type SearchIndex,
} from './store.ts';
import { createCounter, inTitle, toIndexedWords } from './words.ts';

// In a large index, half of all texts have one of a question's words: to compare them all takes seconds. So a store lists
// the parts that have a rare word, two frequent ones, or one in their title. Those with the most and rarest of them are
// compared here, with all words, in the same way for all stores.

/** The words that frequent ones are looked for together with, the rarest ones. */
const LOOKED_FOR = 5;
/** The length of a list. A word that more parts have is frequent. */
const LISTED = 300;
/** The number of parts that are compared. */
const COMPARED = 30;
/** Parts of one document that are compared, so that a long one does not fill the room. */
const COMPARED_OF_DOCUMENT = 3;
/** No more words are told apart in a list: their places are the bits of a number. */
const MOST_BITS = 30;

/** A word in the title counts as eight words in the text. */
const TITLE_WEIGHT = 8;

/** A word of a question and the first parts that have it. */
export type ListedWord = { readonly word: string; readonly parts: readonly number[] };

type Asked = ListedWord & { readonly weight: number; readonly isFrequent: boolean };

/** A part that was found, and its document. */
type Found = { readonly part: number; readonly score: number; readonly document: IndexedDocument };

/** The first parts that have each of some words. */
export async function listEach(
  words: readonly string[],
  index: SearchIndex,
  within: Scope,
): Promise<readonly ListedWord[]> {
  const listed = words.length === 0 ? [] : await index.having(words.map(toIndexedWords), within, LISTED);
  return words.map((word, at) => ({ word, parts: listed[at] ?? [] }));
}

/** The best part of each of the best documents for the words of a question, best first: the higher a score, the better. */
export async function bestParts(
  words: readonly ListedWord[],
  { index, within }: { readonly index: SearchIndex; readonly within: Scope },
  limit: number,
): Promise<readonly Found[]> {
  const size = await index.size(within);
  const asked = words
    .filter(({ parts }) => parts.length > 0)
    .map((listed) => toAsked(listed, size))
    .sort((one, other) => other.weight - one.weight)
    .slice(0, MOST_BITS);
  const parts = fewOfEach(await likelyParts(asked, index, within));
  const [texts, documents] = await Promise.all([
    index.texts(parts),
    index.documents([...new Set(parts.map(documentOf))]),
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
    // An index may have a word that is written in another way, such as 1,204 and a typographic apostrophe: then it counts 0.
    if (found.score > (best.get(id)?.score ?? -1)) best.set(id, found);
  }
  return [...best.values()]
    .sort((one, other) => other.score - one.score || one.part - other.part)
    .slice(0, limit);
}

/** The weight of a word by how many parts have it: if the list is full, by how soon it was. */
function toAsked({ word, parts }: ListedWord, { parts: all, first, last }: IndexSize): Asked {
  const isFrequent = parts.length >= LISTED;
  const reached = documentOf(parts.at(-1) ?? 0) - first + 1;
  const count = isFrequent ? (parts.length * (last - first + 1)) / reached : parts.length;
  return { word, parts, isFrequent, weight: rarity(Math.min(count, all), all) };
}

/** The parts that have some of these words, those with the most and rarest ones first. */
async function likelyParts(
  asked: readonly Asked[],
  index: SearchIndex,
  within: Scope,
): Promise<readonly number[]> {
  const looked = asked.slice(0, LOOKED_FOR);
  const pairs = looked.flatMap(({ isFrequent }, at) =>
    isFrequent ? looked.slice(0, at).map((_, before) => [before, at]) : [],
  );
  const termsAt = (at: number) => toIndexedWords(asked[at]?.word ?? '');
  const listed = await index.having(
    [...pairs.map((pair) => pair.flatMap(termsAt)), ...looked.map((_, at) => termsAt(at).map(inTitle))],
    within,
    LISTED,
  );
  // Which of the words each part has, and the title of each document, as bits.
  const inPart = new Map<number, number>();
  const inTitles = new Map<number, number>();
  const note = (bits: Map<number, number>, ids: readonly number[], places: readonly number[]) => {
    const more = places.reduce((sum, at) => sum | (1 << at), 0);
    for (const id of ids) bits.set(id, (bits.get(id) ?? 0) | more);
  };
  for (const [at, { parts, isFrequent }] of asked.entries())
    if (!isFrequent || asked.length === 1) note(inPart, parts, [at]);
  for (const [at, pair] of pairs.entries()) note(inPart, listed[at] ?? [], pair);
  for (const at of looked.keys()) {
    const leads = listed[pairs.length + at] ?? [];
    note(inPart, leads, [at]);
    note(inTitles, leads.map(documentOf), [at]);
  }
  const weightOf = (bits: number) =>
    asked.reduce((sum, { weight }, at) => sum + ((bits >> at) & 1) * weight, 0);
  return [...inPart]
    .map(([part, bits]) => ({ part, weight: weightOf(bits) + weightOf(inTitles.get(documentOf(part)) ?? 0) }))
    .sort((one, other) => other.weight - one.weight || one.part - other.part)
    .map(({ part }) => part);
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
    const [inTitles, inText] = [count(document.title), count(text)];
    const norm = lengthNorm(text.length, mean);
    const score = asked.reduce((sum, { weight }, at) => {
      const times = TITLE_WEIGHT * (inTitles[at] ?? 0) + (inText[at] ?? 0);
      return sum + (weight * times * (K1 + 1)) / (times + norm);
    }, 0);
    return { part, document, score };
  });
}
