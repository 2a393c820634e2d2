import type { DatabaseSync } from 'node:sqlite';
import { fuseRanks } from '@sayso/text/ranks.ts';
import { createRelevance } from '@sayso/text/relevance.ts';
import { toSentences } from '@sayso/text/sentences.ts';
import { countWords, nearestWord, wordsToRespell } from '@sayso/text/spelling.ts';
import { collapse, subjectOf, toSnippet } from '@sayso/text/text.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import { toMatch, toParts, toQueryWords } from './index-text.ts';
import { PARTS_PER_DOCUMENT } from './sqlite-file.ts';
import { scopeWord } from './sqlite-store.ts';
import type { FoundDocument } from './store.ts';
import { type PieceMatch, toEmbeddedPieces } from './vectors.ts';

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
  from words where words match ? and rank match 'bm25(0.0, 8.0, 1.0)'
  group by document order by score, document limit ?`;

/** A document that may be shown. */
type Candidate = Omit<FoundDocument, 'snippet' | 'text'> & {
  /** The id of its collection. */
  readonly within: number;
  /** The lower, the better. */
  readonly score: number;
  /** The id of its first part. */
  readonly first: number;
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

/** What is searched for, and where. */
export type DocumentQuery = {
  readonly text: string;
  /** The maximum number of documents. */
  readonly limit: number;
  /** The names of the collections; all of them if absent. */
  readonly collections?: readonly string[];
};

/**
 * Searches an open index: the best documents come first; none if nothing matches. If `near` is given (the pieces
 * nearest to the question in meaning, best first), the order depends on both words and meaning. Throws the errors of
 * SQLite for a damaged file. In an index of 5,000 documents of 8,000 characters each, a search for a question that
 * matches half of all parts takes about 7 ms.
 */
export function createSearch(
  database: DatabaseSync,
): (query: DocumentQuery, near?: readonly PieceMatch[]) => FoundDocument[] {
  const bestParts = database.prepare(BEST_PARTS);
  const documentOf = database.prepare(
    `select url, path, title, published_at, parts, collections.id as within, name
     from documents join collections on collections.id = collection where documents.id = ?`,
  );
  const idOf = database.prepare('select id from collections where name = ?');
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');
  const withWord = database.prepare('select rowid from words where words match ? limit 1');

  /** The words of the titles and of a sample of the texts. */
  const countKnown = () => {
    const step = 'select max(1, count(*) / ?) from parts';
    const texts = database
      .prepare(`select text from parts where rowid % (${step}) = 0 limit ?`)
      .all(SPELLED_PARTS, SPELLED_PARTS);
    const titles = database.prepare('select title from documents limit ?').all(SPELLED_TITLES);
    return countWords(
      titles.map(({ title }) => String(title)),
      texts.map(({ text }) => String(text)),
    );
  };
  let known: { readonly words: ReturnType<typeof countKnown>; readonly atMs: number } | undefined;
  const knownWords = () => {
    if (known === undefined || performance.now() - known.atMs > KNOWN_MS)
      known = { words: countKnown(), atMs: performance.now() };
    return known.words;
  };

  /** Appends to a question the nearest known word for each of its words that no document has. */
  const respell = (question: string): string => {
    const unknown = wordsToRespell(question).filter((word) => withWord.get(toMatch([word])) === undefined);
    return [question, ...unknown.flatMap((word) => nearestWord(word, knownWords()) ?? [])].join(' ');
  };

  const toCandidate = (part: number): Candidate => {
    const document = Math.floor(part / PARTS_PER_DOCUMENT);
    const row = documentOf.get(document);
    if (row === undefined) throw new Error('The index has words of a document that it does not contain.');
    const first = document * PARTS_PER_DOCUMENT;
    return {
      collection: String(row.name),
      within: Number(row.within),
      url: row.url === null ? null : String(row.url),
      path: String(row.path),
      title: String(row.title),
      publishedAt: row.published_at === null ? null : String(row.published_at),
      score: 0,
      first,
      parts: Number(row.parts),
      best: part - first,
    };
  };

  /** A hit with the text around the best part. */
  const toFound = (candidate: Candidate, words: readonly string[]): FoundDocument => {
    const { collection, url, path, title, publishedAt, first, parts, best, piece } = candidate;
    const start = Math.max(0, Math.min(best - 2, parts - PARTS_PER_HIT));
    const rows = textsOf.all(first + start, first + start + PARTS_PER_HIT - 1);
    const texts = rows.map(({ text }) => String(text));
    const part = texts[best - start] ?? '';
    const excerpted = piece === undefined ? part : (toEmbeddedPieces(part)[piece] ?? part);
    const snippet = bestExcerpt(excerpted, words, SNIPPET_CHARS);
    return { collection, url, path, title, snippet, text: texts.join(''), publishedAt };
  };

  return ({ text, limit, collections }, near = []) => {
    const within = collections?.flatMap((name) => Number(idOf.get(name)?.id ?? []));
    const asked = respell(text);
    const words = toQueryWords(asked);
    if (words.length === 0 || within?.length === 0) return [];
    const stems = new Set(toWords(asked).map(stem));
    const byWords = bestParts
      .all(toMatchWithin(words, within), Math.max(CANDIDATES, limit))
      .map(({ part, score }) => {
        const candidate = toCandidate(Number(part));
        const about = isAbout(candidate.title, stems) ? ABOUT_FACTOR : 1;
        const named = isNamedAlone(candidate.title, words) ? NAMED_FACTOR : 1;
        return { ...candidate, score: Number(score) * about * named };
      })
      .sort((one, other) => one.score - other.score);
    const candidates = new Map<number, Candidate>(byWords.map((each) => [each.first, each]));
    const byMeaning = near.flatMap(({ part, piece }) => {
      const candidate = { ...toCandidate(part), piece };
      if (within?.includes(candidate.within) === false) return [];
      // The part found by words is better only if words have found the document.
      if (!candidates.has(candidate.first)) candidates.set(candidate.first, candidate);
      return candidate.first;
    });
    return fuseRanks([[...new Set(byWords.map(({ first }) => first))], byMeaning])
      .slice(0, limit)
      .flatMap((first) => candidates.get(first) ?? [])
      .map((candidate) => toFound(candidate, words));
  };
}

/** The words in title and text of the documents of some collections; of all, if `within` is undefined. */
function toMatchWithin(words: readonly string[], within: readonly number[] | undefined): string {
  const found = `{title text} : (${toMatch(words)})`;
  if (within === undefined) return found;
  return `(scope : (${within.map((id) => `"${scopeWord(id)}"`).join(' OR ')})) AND (${found})`;
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
