import { fuseRanks } from '@sayso/text/ranks.ts';
import { K1, termWeights } from '@sayso/text/relevance.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { countWords, nearestWord, wordsToRespell } from '@sayso/text/spelling.ts';
import { collapse, subjectOf, toSnippet } from '@sayso/text/text.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { bestParts, listEach } from './candidates.ts';
import { toEmbeddedPieces, toParts } from './parts.ts';
import {
  documentOf,
  type FoundDocument,
  type IndexedDocument,
  PARTS_PER_DOCUMENT,
  type Scope,
  type SearchIndex,
  type Store,
} from './store.ts';
import { createCounter, toQueryWords } from './words.ts';

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
/** An index that changes all the time need not know each new word at once. */
const KNOWN_MS = 1_800_000;

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

  /** The words of a question, and for each that no part has, the nearest one that some have. */
  const listMeant = async (question: string, within: Scope) => {
    const listed = await listEach(toQueryWords(question), index, within);
    const isMissing = (word: string) => listed.some((each) => each.word === word && each.parts.length === 0);
    const missing = wordsToRespell(question).filter(isMissing);
    if (missing.length === 0) return listed;
    // What is in another collection is no mistake.
    const anywhere = within === undefined ? [] : await listEach(missing, index, undefined);
    const known = await knownWords();
    const meant = missing.flatMap((word, at) =>
      (anywhere[at]?.parts.length ?? 0) > 0 ? [] : (nearestWord(word, known) ?? []),
    );
    const others = meant.filter(
      (word, at) => meant.indexOf(word) === at && !listed.some((each) => each.word === word),
    );
    return [...listed, ...(await listEach(others, index, within))];
  };

  return async ({ text, limit, collections: named, weights }, near = []) => {
    const ids = await index.collections();
    // All of them are not told apart: looking for what is in one of them takes time.
    const isAll = named === undefined || [...ids.keys()].every((name) => named.includes(name));
    const within = isAll ? undefined : named.flatMap((name) => ids.get(name) ?? []);
    const listed = within?.length === 0 ? [] : await listMeant(text, within);
    if (listed.length === 0) return [];
    const words = listed.map(({ word }) => word);
    const stems = new Set([...toWords(text), ...words].map(stem));
    const parts = await bestParts(listed, { index, within }, Math.max(CANDIDATES, limit));
    const byWords = parts
      // A collection may be new since it was seen that all of them are searched.
      .filter(({ document }) => named?.includes(document.collection) !== false)
      .map(({ part, score, document }) => {
        const about = isAbout(document.title, stems) ? ABOUT_FACTOR : 1;
        const namedAlone = isNamedAlone(document.title, words) ? NAMED_FACTOR : 1;
        const weight = weights?.[document.collection] ?? 1;
        return { candidate: toCandidate(part, document), score: score * about * namedAlone * weight };
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
