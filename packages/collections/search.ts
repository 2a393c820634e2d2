import { fuseRanks } from '@sayso/text/ranks.ts';
import { K1, termWeights } from '@sayso/text/relevance.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { countWords, nearestWord, wordsToRespell } from '@sayso/text/spelling.ts';
import { collapse, subjectOf, toSnippet } from '@sayso/text/text.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { bestParts, type CountedWord } from './candidates.ts';
import { toEmbeddedPieces, toParts, toQueryWords } from './index-text.ts';
import { createCounter } from './stems.ts';
import {
  documentOf,
  type FoundDocument,
  type IndexedDocument,
  PARTS_PER_DOCUMENT,
  type SearchIndex,
  type Store,
  type Within,
} from './store.ts';

/** The parts of a long document in the text of a hit: 4,000 characters each, around the best one. */
const PARTS_PER_HIT = 5;
const SNIPPET_CHARS = 300;
/** The number of documents that are compared in detail before the best are chosen. */
const CANDIDATES = 30;
/**
 * The weight of a document whose title matches the subject of the question: a package comes before its plugins.
 */
const ABOUT_FACTOR = 1.25;
/** Additional weight if only the title is asked for: "Peru" before "Peru: economy" for "Where is Peru?". */
const NAMED_FACTOR = 1.5;
/** A document that may be shown. */
type Candidate = IndexedDocument & {
  readonly id: number;
  /** The position of its best part. */
  readonly best: number;
  /** The position in that part of the piece nearest in meaning; absent if words found it. */
  readonly piece?: number;
};

/** How many documents, spread over the index, give the words that a misspelled one may mean, and parts of their texts. */
const SPELLED_TITLES = 2_000;
const SPELLED_PARTS = 250;
/** Parts with a word are counted up to here: to count those of a frequent word takes long in every store. */
const MOST_COUNTED = 4_000;
/** An index that changes all the time need not know each new word at once, nor how frequent one is. */
const KNOWN_MS = 1_800_000;
const FREQUENT = 200;
const MOST_COUNTS = 10_000;

/** The search of an index, the same for all stores. */
export function createSearch(index: SearchIndex): Store['search'] {
  const knownWords = keptFor(KNOWN_MS, async () => {
    const documents = await index.sample(SPELLED_TITLES);
    const step = Math.max(1, Math.floor(documents.length / SPELLED_PARTS));
    const read = documents.filter((_, at) => at % step === 0);
    const share = Math.ceil(SPELLED_PARTS / Math.max(1, read.length));
    const ids = read.flatMap(({ id, parts }) =>
      Array.from(
        { length: Math.min(parts, share) },
        (_, at) => id * PARTS_PER_DOCUMENT + Math.floor((at * parts) / Math.min(parts, share)),
      ),
    );
    const texts = await index.texts(ids);
    return countWords(
      documents.map(({ title }) => title),
      texts.values(),
    );
  });
  const countsOfFrequent = keptFor(KNOWN_MS, async () => new Map<string, number>());

  /** How many parts have each word; of more than are counted, an estimate by how soon these were found. */
  const countEach = async (
    words: readonly string[],
    collections: Within,
    { first, last }: { readonly first: number; readonly last: number },
  ): Promise<readonly CountedWord[]> => {
    const kept = await countsOfFrequent();
    const keyOf = (word: string) => JSON.stringify([word, collections]);
    const unknown = words.filter((word) => !kept.has(keyOf(word)));
    const counted = await index.counts(unknown, collections, MOST_COUNTED);
    const counts = new Map<string, number>();
    for (const [at, word] of unknown.entries()) {
      const { count = 0, last: lastCounted = 0 } = counted[at] ?? {};
      const likely = count < MOST_COUNTED ? count : (count * (last - first + 1)) / (lastCounted - first + 1);
      counts.set(word, likely);
      if (count > FREQUENT && kept.size < MOST_COUNTS) kept.set(keyOf(word), likely);
    }
    return words.map((word) => ({ word, count: counts.get(word) ?? kept.get(keyOf(word)) ?? 0 }));
  };

  /** Appends to a question the nearest known word for each of its words that no document has. */
  const respell = async (question: string): Promise<string> => {
    const asked = wordsToRespell(question);
    const counted = await index.counts(asked, undefined, 1);
    const meant: string[] = [];
    for (const [at, word] of asked.entries())
      if (counted[at]?.count === 0) meant.push(nearestWord(word, await knownWords()) ?? '');
    return [question, ...meant.filter((word) => word !== '')].join(' ');
  };

  const findParts = async (words: readonly string[], collections: Within, limit: number) => {
    const size = await index.size(collections);
    const counted = await countEach(words, collections, size);
    return await bestParts(counted, { index, collections, all: size.parts }, limit);
  };

  return async ({ text, limit, collections: named }, near = []) => {
    // All of them are not told apart: looking for what is in one of them takes time.
    const isAll = named !== undefined && (await index.collections()).every((name) => named.includes(name));
    const collections = isAll ? undefined : named;
    const asked = await respell(text);
    const words = toQueryWords(asked);
    if (words.length === 0 || named?.length === 0) return [];
    const stems = new Set(toWords(asked).map(stem));
    const parts = await findParts(words, collections, Math.max(CANDIDATES, limit));
    const byWords = parts
      .map(({ part, score, document }) => {
        const about = isAbout(document.title, stems) ? ABOUT_FACTOR : 1;
        const namedAlone = isNamedAlone(document.title, words) ? NAMED_FACTOR : 1;
        return { candidate: toCandidate(part, document), score: score * about * namedAlone };
      })
      .sort((one, other) => other.score - one.score)
      .map(({ candidate }) => candidate);
    const candidates = new Map<number, Candidate>(byWords.map((each) => [each.id, each]));
    const nearDocuments = await index.documents(near.map(({ part }) => documentOf(part)));
    const byMeaning = near.flatMap(({ part, piece }) => {
      const id = documentOf(part);
      const document = nearDocuments.get(id);
      // It may have been removed since it was found.
      if (document === undefined || named?.includes(document.collection) === false) return [];
      // The part found by words is better only if words have found the document.
      if (!candidates.has(id)) candidates.set(id, { ...toCandidate(part, document), piece });
      return id;
    });
    const best = fuseRanks([byWords.map(({ id }) => id), byMeaning])
      .slice(0, limit)
      .flatMap((id) => candidates.get(id) ?? []);
    const texts = await index.texts(best.flatMap(partsAround));
    const toExcerpt = createExcerpt(words);
    return best.map((candidate) => toFound(candidate, texts, toExcerpt));
  };
}

function toCandidate(part: number, document: IndexedDocument): Candidate {
  const id = documentOf(part);
  return { ...document, id, best: part - id * PARTS_PER_DOCUMENT };
}

/** The ids of the parts around the best one. */
function partsAround({ id, parts, best }: Candidate): readonly number[] {
  const start = Math.max(0, Math.min(best - 2, parts - PARTS_PER_HIT));
  const first = id * PARTS_PER_DOCUMENT + start;
  return Array.from({ length: Math.min(PARTS_PER_HIT, parts) }, (_, at) => first + at);
}

/** A hit with the text around the best part. */
function toFound(
  candidate: Candidate,
  texts: ReadonlyMap<number, string>,
  toExcerpt: ReturnType<typeof createExcerpt>,
): FoundDocument {
  const { collection, url, path, title, publishedAt, id, best, piece } = candidate;
  const part = texts.get(id * PARTS_PER_DOCUMENT + best) ?? '';
  const excerpted = piece === undefined ? part : (toEmbeddedPieces(part)[piece] ?? part);
  const snippet = toExcerpt(excerpted, SNIPPET_CHARS);
  const text = partsAround(candidate)
    .map((each) => texts.get(each) ?? '')
    .join('');
  return { collection, url, path, title, snippet, text, publishedAt };
}

/** What is made anew when it is asked for after some time. */
function keptFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: { readonly made: Promise<T>; readonly atMs: number } | undefined;
  return async () => {
    if (kept === undefined || performance.now() - kept.atMs > ms)
      kept = { made: make(), atMs: performance.now() };
    return await kept.made.catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
  };
}

/** To find the sentences of a whole part takes longer than the search: only those of the best lines are looked at. */
const LINES_CHARS = 600;
/** Longer sentences are split, so that an excerpt can begin near a word. */
const MAX_PIECE_CHARS = 240;

/** Makes excerpts: the sentences from the one with most of a question's words on, in `maxChars` code points. */
export function createExcerpt(words: readonly string[]): (text: string, maxChars: number) => string {
  const count = createCounter(words);
  const fromBest = (pieces: readonly string[]): readonly string[] => {
    const matches = pieces.map((piece) => ({ counts: count(piece) }));
    const weights = termWeights(words.length, matches);
    const scores = matches.map(({ counts }) =>
      counts.reduce((sum, times, at) => sum + ((weights[at] ?? 0) * times) / (times + K1), 0),
    );
    return pieces.slice(Math.max(0, scores.indexOf(Math.max(...scores))));
  };
  return (text, maxChars) => {
    const [lines = '', next = ''] = fromBest(toParts(text, LINES_CHARS));
    const pieces = toSentences(lines).flatMap((sentence) => toParts(sentence, MAX_PIECE_CHARS));
    return toSnippet(collapse(`${fromBest(pieces).join('')}${next}`), maxChars);
  };
}

/**
 * True if the question contains the whole subject of the title: "Fastify: a web framework" for "What is
 * Fastify?", but not "Fastify plugins". `questionStems` contains the stems of the question's words.
 */
export function isAbout(title: string, questionStems: ReadonlySet<string>): boolean {
  const words = toWords(subjectOf(title));
  return words.length > 0 && words.every((word) => questionStems.has(stem(word)));
}

/** True if the words of a question (`toQueryWords`) are those of the whole title, description included. */
export function isNamedAlone(title: string, words: readonly string[]): boolean {
  const named = new Set(toWords(title).map(stem));
  return named.size > 0 && named.symmetricDifference(new Set(words.map(stem))).size === 0;
}
