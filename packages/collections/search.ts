import { fuseRanks } from '@sayso/text/ranks.ts';
import { createRelevance } from '@sayso/text/relevance.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { countWords, nearestWord, wordsToRespell } from '@sayso/text/spelling.ts';
import { collapse, subjectOf, toSnippet } from '@sayso/text/text.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { toEmbeddedPieces, toParts, toQueryWords } from './index-text.ts';
import { type FoundDocument, PARTS_PER_DOCUMENT, type SearchIndex, type Store } from './store.ts';

/** The parts of a long document in the text of a hit: 4,000 characters each, around the best one. */
const PARTS_PER_HIT = 5;
const SNIPPET_CHARS = 300;
/** The number of documents that are compared in detail before the best are chosen. */
const CANDIDATES = 30;
/**
 * The weight of a document whose title matches the subject of the question, and of a document that has the
 * question's words at its beginning. With the first weight, 84.3% of the correct texts come first instead of
 * 83.4% (1,359 Natural Questions), and a package comes before its plugins.
 */
const ABOUT_FACTOR = 1.25;
export const LEAD_FACTOR = 1.1;
/**
 * A word in the title counts as eight words in the text: with a weight of 2, 82.5% of the correct texts come first; with
 * 4, 82.8%; with 8, 83.4%.
 */
export const TITLE_WEIGHT = 8;
/** Additional weight if only the title is asked for: "Peru" before "Peru: economy" for "Where is Peru?". */
const NAMED_FACTOR = 1.5;
/** A document that may be shown. */
type Candidate = Omit<FoundDocument, 'snippet' | 'text'> & {
  readonly id: number;
  readonly parts: number;
  /** The position of its best part. */
  readonly best: number;
  /** The position in that part of the piece nearest in meaning; absent if words found it. */
  readonly piece?: number;
};

/** How many parts, spread over the collection, give the words that a misspelled one may mean. */
const SPELLED_PARTS = 250;
const SPELLED_TITLES = 5_000;
/** An index that changes all the time need not know each new word at once. */
const KNOWN_MS = 300_000;

/** The search of an index, the same for all stores. */
export function createSearch(index: SearchIndex): Store['search'] {
  const countKnown = async () => {
    const { titles, texts } = await index.sample(SPELLED_TITLES, SPELLED_PARTS);
    return countWords(titles, texts);
  };
  let known: { readonly words: ReturnType<typeof countKnown>; readonly atMs: number } | undefined;
  const knownWords = async () => {
    if (known === undefined || performance.now() - known.atMs > KNOWN_MS)
      known = { words: countKnown(), atMs: performance.now() };
    return await known.words.catch((error: unknown) => {
      known = undefined;
      throw error;
    });
  };

  /** Appends to a question the nearest known word for each of its words that no document has. */
  const respell = async (question: string): Promise<string> => {
    const meant: string[] = [];
    for (const word of wordsToRespell(question))
      if (!(await index.has(word))) meant.push(nearestWord(word, await knownWords()) ?? '');
    return [question, ...meant.filter((word) => word !== '')].join(' ');
  };

  /** A hit with the text around the best part. */
  const toFound = async (candidate: Candidate, words: readonly string[]): Promise<FoundDocument> => {
    const { collection, url, path, title, publishedAt, id, parts, best, piece } = candidate;
    const start = Math.max(0, Math.min(best - 2, parts - PARTS_PER_HIT));
    const first = id * PARTS_PER_DOCUMENT + start;
    const texts = await index.texts(first, first + PARTS_PER_HIT - 1);
    const part = texts[best - start] ?? '';
    const excerpted = piece === undefined ? part : (toEmbeddedPieces(part)[piece] ?? part);
    const snippet = bestExcerpt(excerpted, words, SNIPPET_CHARS);
    return { collection, url, path, title, snippet, text: texts.join(''), publishedAt };
  };

  return async ({ text, limit, collections }, near = []) => {
    const asked = await respell(text);
    const words = toQueryWords(asked);
    if (words.length === 0 || collections?.length === 0) return [];
    const stems = new Set(toWords(asked).map(stem));
    const parts = await index.bestParts(words, collections, Math.max(CANDIDATES, limit));
    const documents = await index.documents([...parts, ...near].map(({ part }) => documentOf(part)));
    const toCandidate = (part: number): Candidate | null => {
      const id = documentOf(part);
      const document = documents.get(id);
      // It may have been removed since it was found.
      if (document === undefined || collections?.includes(document.collection) === false) return null;
      return { ...document, id, best: part - id * PARTS_PER_DOCUMENT };
    };
    const byWords = parts
      .flatMap(({ part, score }) => {
        const candidate = toCandidate(part);
        if (candidate === null) return [];
        const about = isAbout(candidate.title, stems) ? ABOUT_FACTOR : 1;
        const named = isNamedAlone(candidate.title, words) ? NAMED_FACTOR : 1;
        return { candidate, score: score * about * named };
      })
      .sort((one, other) => one.score - other.score)
      .map(({ candidate }) => candidate);
    const candidates = new Map<number, Candidate>(byWords.map((each) => [each.id, each]));
    const byMeaning = near.flatMap(({ part, piece }) => {
      const candidate = toCandidate(part);
      if (candidate === null) return [];
      // The part found by words is better only if words have found the document.
      if (!candidates.has(candidate.id)) candidates.set(candidate.id, { ...candidate, piece });
      return candidate.id;
    });
    const best = fuseRanks([byWords.map(({ id }) => id), byMeaning])
      .slice(0, limit)
      .flatMap((id) => candidates.get(id) ?? []);
    return await Promise.all(best.map((candidate) => toFound(candidate, words)));
  };
}

/** The document that a part belongs to. */
export function documentOf(part: number): number {
  return Math.floor(part / PARTS_PER_DOCUMENT);
}

/** Longer sentences are split, so that an excerpt can begin near a word. */
const MAX_PIECE_CHARS = 240;

/** The sentences from the one most relevant to a question's words on, in `maxChars` code points. */
export function bestExcerpt(text: string, words: readonly string[], maxChars: number): string {
  const pieces = toSentences(text).flatMap((sentence) => toParts(sentence, MAX_PIECE_CHARS));
  const relevance = createRelevance(words.join(' '));
  const scores = relevance.scores(pieces.map((piece) => relevance.match(piece)));
  const best = scores.indexOf(Math.max(...scores));
  return toSnippet(collapse(pieces.slice(Math.max(0, best)).join('')), maxChars);
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
