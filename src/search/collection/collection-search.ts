import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Hit } from '../../core/terms.ts';
import { toDocumentUrl } from '../../core/url.ts';
import { stem, toWords } from '../../core/words.ts';
import type { SearchQuery } from '../backend.ts';
import { bestExcerpt } from './best-excerpt.ts';
import { PARTS_PER_DOCUMENT } from './collection-file.ts';
import { toMatch, toQueryWords } from './collection-words.ts';
import { isAbout, isNamedAlone } from './title-subject.ts';

/**
 * The parts of a long document that form the text of a hit: five times 4,000 characters around the best part.
 */
const PARTS_PER_HIT = 5;
const SNIPPET_CHARS = 300;
/** The number of documents that are compared in detail before the best are chosen. */
const CANDIDATES = 30;
/**
 * The weight of a document whose title is about the subject of the question, and of one that has the
 * question's words at its beginning. With the first, 84.3 instead of 83.4 of 100 correct texts come first
 * (1,359 Natural Questions), and a package comes before its plugins.
 */
const ABOUT_FACTOR = 1.25;
/**
 * The additional weight if the question asks for the title and nothing else: "Peru" comes before "Peru:
 * economy" for "Where is Peru?".
 */
const NAMED_FACTOR = 1.5;
const LEAD_FACTOR = 1.1;
/**
 * The best part of each of the best documents; a lower score is better. A word in the title counts as eight
 * words in the text: with weights of 2, 4 and 8, 82.5, 82.8 and 83.4 of 100 correct texts come first.
 */
const BEST_PARTS = `
  select rowid / ${PARTS_PER_DOCUMENT} as document, rowid as part,
    min(rank * iif(rowid % ${PARTS_PER_DOCUMENT} = 0, ${LEAD_FACTOR}, 1)) as score
  from words where words match ? and rank match 'bm25(8.0, 1.0)'
  group by document order by score, document limit ?`;

/**
 * A document that may become a hit; `best` is the position of its best part, `first` the id of its first
 * part.
 */
type MatchedDocument = {
  readonly url: string;
  readonly title: string;
  readonly score: number;
  readonly first: number;
  readonly parts: number;
  readonly best: number;
};

type FoundRow = Readonly<Record<string, SQLOutputValue>>;

/**
 * Searches an open collection: the best hits come first; none if nothing matches. Throws the errors of SQLite
 * for a damaged file, immediately if a table is missing. Over 5,000 documents of 8,000 characters, with
 * questions that match half of all parts, one search takes about 7 ms. A document without an address gets one
 * below `name`, where the service shows it.
 */
export function createCollectionSearch(database: DatabaseSync, name: string): (query: SearchQuery) => Hit[] {
  const bestParts = database.prepare(BEST_PARTS);
  const documentOf = database.prepare('select url, path, title, parts from documents where id = ?');
  const textsOf = database.prepare('select text from parts where id between ? and ? order by id');

  const toCandidate = (
    row: FoundRow,
    asked: ReadonlySet<string>,
    words: readonly string[],
  ): MatchedDocument => {
    const document = Number(row.document);
    const { url, path, title, parts } = documentOf.get(document) ?? {};
    if (parts === undefined) throw new Error('The index has words of a document that it does not contain.');
    const about = isAbout(String(title), asked) ? ABOUT_FACTOR : 1;
    const score = Number(row.score) * about * (isNamedAlone(String(title), words) ? NAMED_FACTOR : 1);
    const first = document * PARTS_PER_DOCUMENT;
    return {
      url: url === null ? toDocumentUrl(`${name}/${path}`) : String(url),
      title: String(title),
      score,
      first,
      parts: Number(parts),
      best: Number(row.part) - first,
    };
  };

  const toHit = ({ url, title, first, parts, best }: MatchedDocument, words: readonly string[]): Hit => {
    const from = Math.max(0, Math.min(best - 2, parts - PARTS_PER_HIT));
    const rows = textsOf.all(first + from, first + from + PARTS_PER_HIT - 1);
    const texts = rows.map(({ text }) => String(text));
    const snippet = bestExcerpt(texts[best - from] ?? '', words, SNIPPET_CHARS);
    return { url, title, snippet, text: texts.join('') };
  };

  return ({ text, limit }) => {
    const words = toQueryWords(text);
    if (words.length === 0) return [];
    const asked = new Set(toWords(text).map(stem));
    const rows = bestParts.all(toMatch(words), Math.max(CANDIDATES, limit));
    const candidates = rows
      .map((row) => toCandidate(row, asked, words))
      .sort((one, other) => one.score - other.score);
    return candidates.slice(0, limit).map((candidate) => toHit(candidate, words));
  };
}
