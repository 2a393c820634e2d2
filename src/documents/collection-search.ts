import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { fuseRanks } from '../core/ranking.ts';
import type { Hit } from '../core/source.ts';
import { once } from '../lib/text/once.ts';
import { createRelevance } from '../lib/text/relevance.ts';
import { toSentences } from '../lib/text/sentences.ts';
import { countWords, nearestWord, wordsToRespell } from '../lib/text/spelling.ts';
import { collapse, toSnippet } from '../lib/text/text.ts';
import { splitTitle } from '../lib/text/title.ts';
import { isAddressOf, toDocumentUrl } from '../lib/text/url.ts';
import { stem, toWords } from '../lib/text/words.ts';
import type { SearchQuery } from '../search/search.ts';
import { PARTS_PER_DOCUMENT } from './collection-file.ts';
import { toMatch, toQueryWords } from './collection-words.ts';
import { toEmbeddedPieces } from './embed-parts.ts';
import { toParts } from './text-parts.ts';
import type { PieceMatch } from './vector-search.ts';

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
const LEAD_FACTOR = 1.1;
/** Additional weight if only the title is asked for: "Peru" before "Peru: economy" for "Where is Peru?". */
const NAMED_FACTOR = 1.5;
/**
 * The best part of each of the best documents; a lower score is better. A word in the title counts as eight
 * words in the text: with a weight of 2, 82.5% of the correct texts come first; with 4, 82.8%; with 8, 83.4%.
 */
const BEST_PARTS = `
  select rowid / ${PARTS_PER_DOCUMENT} as document, rowid as part,
    min(rank * iif(rowid % ${PARTS_PER_DOCUMENT} = 0, ${LEAD_FACTOR}, 1)) as score
  from words where words match ? and rank match 'bm25(8.0, 1.0)'
  group by document order by score, document limit ?`;

/** A document that may become a hit; `best` is its best part's position, `first` its first part's id. */
type MatchedDocument = Pick<Hit, 'url' | 'document'> & {
  readonly title: string;
  readonly score: number;
  readonly first: number;
  readonly parts: number;
  readonly best: number;
  /** The position in that part of the piece nearest in meaning; absent if words found it. */
  readonly piece?: number;
};

type FoundRow = Readonly<Record<string, SQLOutputValue>>;

/**
 * Searches an open collection: the best hits come first; none if nothing matches. If `near` is given (the
 * pieces nearest to the question in meaning, best first), the order of the hits depends on both words and
 * meaning. Throws the errors of SQLite for a damaged file, immediately if a table is missing. In an index of
 * 5,000 documents of 8,000 characters each, a search for a question that matches half of all parts takes
 * about 7 ms. A document without an address gets an address below `name`, where the service shows it.
 */
export function createCollectionSearch(
  database: DatabaseSync,
  name: string,
): (query: SearchQuery, near?: readonly PieceMatch[]) => Hit[] {
  const bestParts = database.prepare(BEST_PARTS);
  const toHit = createHits(database);
  const toCandidate = createCandidates(database, name);
  const respell = createRespelling(database);

  return ({ text, limit }, near = []) => {
    const asked = respell(text);
    const words = toQueryWords(asked);
    if (words.length === 0) return [];
    const questionStems = new Set(toWords(asked).map(stem));
    const byWords = bestParts
      .all(toMatch(words), Math.max(CANDIDATES, limit))
      .map((row) => toCandidate(row, questionStems, words))
      .sort((one, other) => one.score - other.score);
    const candidates = new Map(byWords.map((candidate) => [candidate.first, candidate]));
    const byMeaning = near.map(({ part, piece }) => {
      const row = { document: Math.floor(part / PARTS_PER_DOCUMENT), part, score: 0 };
      const candidate = { ...toCandidate(row, questionStems, words), piece };
      // The part found by words is better only if words have found the document.
      if (!candidates.has(candidate.first)) candidates.set(candidate.first, candidate);
      return candidate.first;
    });
    return fuseRanks([[...new Set(byWords.map(({ first }) => first))], byMeaning])
      .slice(0, limit)
      .flatMap((first) => candidates.get(first) ?? [])
      .map((candidate) => toHit(candidate, words));
  };
}

/** How many parts, spread over the collection, give the words that a misspelled one may mean. */
const SPELLED_PARTS = 250;
const SPELLED_TITLES = 5_000;

/**
 * Appends to a question, for each of its words that no document has, the nearest word of the titles and of a
 * sample of the texts. These are read for the first such question only.
 */
function createRespelling(database: DatabaseSync): (question: string) => string {
  const find = database.prepare('select rowid from words where words match ? limit 1');
  const known = once(() => {
    const step = 'select max(1, count(*) / ?) from parts';
    const texts = database
      .prepare(`select text from parts where rowid % (${step}) = 0 limit ?`)
      .all(SPELLED_PARTS, SPELLED_PARTS);
    const titles = database.prepare('select title as text from documents limit ?').all(SPELLED_TITLES);
    return countWords([...titles, ...texts].map(({ text }) => String(text)));
  });
  return (question) => {
    const unknown = wordsToRespell(question).filter((word) => find.get(toMatch([word])) === undefined);
    const found = unknown.flatMap((word) => nearestWord(word, known()) ?? []);
    return [question, ...found].join(' ');
  };
}

/** Makes a candidate of the best part of a document. */
function createCandidates(database: DatabaseSync, name: string) {
  const documentOf = database.prepare('select url, path, title, parts from documents where id = ?');
  return (row: FoundRow, questionStems: ReadonlySet<string>, words: readonly string[]): MatchedDocument => {
    const document = Number(row.document);
    const { url, path, title, parts } = documentOf.get(document) ?? {};
    if (parts === undefined) throw new Error('The index has words of a document that it does not contain.');
    const score = Number(row.score) * weightOf(String(title), questionStems, words);
    const first = document * PARTS_PER_DOCUMENT;
    return {
      ...placeOf(url, `${name}/${path}`),
      title: String(title),
      score,
      first,
      parts: Number(parts),
      best: Number(row.part) - first,
    };
  };
}

/** The address that a document has, or the one at which the service shows it. */
function placeOf(url: SQLOutputValue | undefined, key: string): Pick<Hit, 'url' | 'document'> {
  // An index of an earlier version may hold an address that only the service may make.
  const isOwn = url === null || !isAddressOf({ url: String(url) });
  return isOwn ? { url: toDocumentUrl(key), document: key } : { url: String(url) };
}

function weightOf(title: string, questionStems: ReadonlySet<string>, words: readonly string[]): number {
  return (isAbout(title, questionStems) ? ABOUT_FACTOR : 1) * (isNamedAlone(title, words) ? NAMED_FACTOR : 1);
}

/** Makes hits of documents, with the text around the best part. */
function createHits(database: DatabaseSync) {
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  return (
    { url, document, title, first, parts, best, piece }: MatchedDocument,
    words: readonly string[],
  ): Hit => {
    const start = Math.max(0, Math.min(best - 2, parts - PARTS_PER_HIT));
    const rows = textsOf.all(first + start, first + start + PARTS_PER_HIT - 1);
    const texts = rows.map(({ text }) => String(text));
    const part = texts[best - start] ?? '';
    const excerpted = piece === undefined ? part : (toEmbeddedPieces(part)[piece] ?? part);
    const snippet = bestExcerpt(excerpted, words, SNIPPET_CHARS);
    return { url, title, snippet, text: texts.join(''), ...(document !== undefined && { document }) };
  };
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
  const words = toWords(splitTitle(title).subject);
  return words.length > 0 && words.every((word) => questionStems.has(stem(word)));
}

/** True if the words of a question (`toQueryWords`) are those of the whole title, description included. */
export function isNamedAlone(title: string, words: readonly string[]): boolean {
  const named = new Set(toWords(title).map(stem));
  return named.size > 0 && named.symmetricDifference(new Set(words.map(stem))).size === 0;
}
