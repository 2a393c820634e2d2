import { isStopWord, toWords, UNSPACED } from '@sayso/text/words.ts';
import { abortReason } from '../core/deadline.ts';
import type { BackendKind, SearchBackend } from './search.ts';

/** Which wording is tried first: the keywords of the question, or the unchanged question. */
type Start = NonNullable<BackendKind['relaxed']>;
type WordedQuery = { readonly text: string; readonly wording: KeywordWording | 'question' };
/** A wording without a record is always tried at its usual position. */
type WordingRecords = Partial<Readonly<Record<WordedQuery['wording'], WordingRecord>>>;

/** After so many misses in a row, whole questions come last; fewer may be chance. */
const MAX_QUESTION_MISSES = 3;
/** The number is larger here, because the query without the general word is less exact. */
const MAX_SPECIFIC_MISSES = 10;

/**
 * Wraps a back-end that asks for it so that it is queried again with fewer words while it finds nothing. `keywords` starts
 * with the keywords of the question, for back-ends that require every word on the page. `question` starts
 * with the unchanged question, for back-ends that understand questions but may use engines that do not. If a
 * wording finds nothing on this back-end although looser ones find something, it is tried last from then on
 * (`WordingRecord`): for example, whole questions on an encyclopedia, or all words but the most general
 * on an index without stemming.
 *
 * Returns the first outcome that is not empty, or empty after the last wording. All calls share `signal`,
 * whose owner limits their total time.
 */
export function withQueryRelaxation(
  next: SearchBackend,
  { relaxed: start }: Pick<BackendKind, 'relaxed'>,
): SearchBackend {
  if (start === undefined) return next;
  const records: WordingRecords = {
    question: new WordingRecord(MAX_QUESTION_MISSES),
    specific: new WordingRecord(MAX_SPECIFIC_MISSES),
  };
  return {
    sends: next.sends,
    async search(query, signal) {
      const withoutHits: WordedQuery[] = [];
      for (const worded of promisingFirst(wordedQueries(query.text, start), records)) {
        const outcome = await next.search({ ...query, text: worded.text }, signal);
        if (outcome.status === 'ok') {
          for (const { wording } of withoutHits) records[wording]?.recordMiss();
          records[worded.wording]?.recordHit();
        }
        if (outcome.status !== 'empty') return outcome;
        if (signal.aborted) throw abortReason(signal);
        withoutHits.push(worded);
      }
      return { status: 'empty' };
    },
  };
}

/** The question in all wordings, from strict to loose, on demand: most need only the first. */
function* wordedQueries(question: string, start: Start): Generator<WordedQuery> {
  const asked = question.trim().toLowerCase();
  if (start === 'question') yield { text: question, wording: isOnlyKeywords(question) ? 'all' : 'question' };
  for (const query of relaxedQueries(question)) if (start !== 'question' || query.text !== asked) yield query;
}

/** Such a question does not show whether whole questions are understood. */
function isOnlyKeywords(question: string): boolean {
  const words = toWords(question);
  return words.join(' ') === question.trim().toLowerCase() && !words.some(isStopWord);
}

/** Generated on demand, because a record counts every wording that is tried. */
function* promisingFirst(queries: Iterable<WordedQuery>, records: WordingRecords): Generator<WordedQuery> {
  const late: WordedQuery[] = [];
  for (const query of queries) {
    if (records[query.wording]?.isWorthTrying() === false) late.push(query);
    else yield query;
  }
  yield* late;
}

/** Every nth turn is tried in any case, because the engines behind an instance change. */
const PROBE_EVERY = 20;

/**
 * Remembers whether one wording of questions ever finds anything on a back-end: after `maxMisses` misses in a
 * row, it comes last until it finds something again.
 */
export class WordingRecord {
  readonly #maxMisses: number;
  #missesInRow = 0;
  #turns = 0;

  constructor(maxMisses: number) {
    this.#maxMisses = maxMisses;
  }

  /** Whether to try the wording now and not only after all others; each call counts as a turn. */
  isWorthTrying(): boolean {
    if (this.#missesInRow < this.#maxMisses) return true;
    this.#turns = (this.#turns + 1) % PROBE_EVERY;
    return this.#turns === 0;
  }

  recordHit(): void {
    this.#missesInRow = 0;
    this.#turns = 0;
  }

  /** Records that this wording had no results, but a looser one did. */
  recordMiss(): void {
    this.#missesInRow++;
  }
}

/** Which keywords a query has: `all`, all but the most general, only names, or one name. */
type KeywordWording = 'all' | 'specific' | 'names' | 'name';

/** A query that consists of keywords. */
type KeywordQuery = {
  readonly text: string;
  /** How strict the query is; if several wordings result in this text, the loosest. */
  readonly wording: KeywordWording;
};

/** Languages in these scripts put general words last (日本の首都), others put them first. */
const GENERAL_LAST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
const LATIN = /^[\p{Script=Latin}\p{M}\p{N}\s'.,]+$/u;

/** A word, or several words joined without a space in the question ("three-letter"). */
type Word = {
  readonly text: string;
  /** The word with its article if both are part of a longer name: "d'ivoire" in "Côte d'Ivoire". */
  readonly inName: string;
  /** `yes`: capitalized, probably a name; `maybe`: any word would be here, such as the first. */
  readonly name: 'yes' | 'maybe' | 'no';
};

/**
 * Queries for a back-end that requires every word on the page, from strict to loose: all meaningful words;
 * all but the most general one; names alone, or the two most specific words if no names are recognizable; the
 * most specific word. The last two are also tried without accents. One to six different queries; none for a
 * blank question.
 *
 * Measured with Kiwix on 676 questions: sent unchanged, 670 of them find nothing. With all keywords, 442
 * find their page; with the whole ladder, all of them do, in 1.36 calls per question.
 */
export function relaxedQueries(question: string): readonly KeywordQuery[] {
  const words = wordsOf(question, (word) => !isStopWord(word));
  // The question has only stop words ("The Who?") or no words at all, so no word can be left out.
  if (words.length === 0)
    return distinctQueries({ all: [join(wordsOf(question, () => true)) || question.trim()] });
  const bySpecificity = GENERAL_LAST.test(question) ? words.toReversed() : words;
  const specific = specificWords(bySpecificity);
  const inOrder = (kept: readonly Word[]) => words.filter((word) => kept.includes(word));
  const names = inOrder(specific).map(({ inName }) => inName);
  return distinctQueries({
    all: [join(words)],
    specific: [join(inOrder(bySpecificity.slice(1)))],
    names: withAndWithoutAccents(names.join(' ')),
    name: withAndWithoutAccents(mostSpecific(specific)),
  });
}

/** Each text once, in its first position. */
function distinctQueries(
  texts: Partial<Readonly<Record<KeywordWording, readonly string[]>>>,
): readonly KeywordQuery[] {
  const wordings = new Map<string, KeywordWording>();
  for (const wording of ['all', 'specific', 'names', 'name'] as const) {
    for (const text of texts[wording] ?? []) if (text !== '') wordings.set(text, wording);
  }
  return Array.from(wordings, ([text, wording]) => ({ text, wording }));
}

/** The words of the question for which `counts` is true, in order, each once. */
function wordsOf(question: string, counts: (word: string) => boolean): Word[] {
  const words = new Map<string, Word>();
  const chunks = question.trim().split(/\s+/u);
  for (const [position, chunk] of chunks.entries()) {
    const followsName = /^\p{Lu}/u.test(chunks[position - 1] ?? '');
    const parts = toWords(chunk).filter(counts);
    for (const text of HAS_UNSPACED.test(chunk) ? parts : [parts.join(' ')]) {
      if (text === '' || words.has(text)) continue;
      const inName = followsName ? articleBefore(text, chunk) + text : text;
      words.set(text, { text, inName, name: likelyName(text, chunk, position === 0) });
    }
  }
  return [...words.values()];
}

/** The article before the word, as in "d'Ivoire", or nothing. Indexes store it in the word. */
function articleBefore(word: string, chunk: string): string {
  const at = chunk.toLowerCase().indexOf(word);
  const article = /\p{L}+['’]$/u.exec(chunk.slice(0, Math.max(0, at)))?.[0] ?? '';
  return article.toLowerCase().replace('’', "'");
}

/** Whether a word that occurs in `chunk` is a name, by its capital letters. */
function likelyName(word: string, chunk: string, isFirst: boolean): Word['name'] {
  const at = chunk.toLowerCase().indexOf(word);
  const written = at < 0 ? chunk : chunk.slice(at, at + word.length);
  if (!/\p{Lu}/u.test(written)) return 'no';
  return isFirst && !/.\p{Lu}/u.test(written) ? 'maybe' : 'yes';
}

/** Names, and words with a number ("1998 World Cup"); the last two words if there is no name. */
function specificWords(words: readonly Word[]): readonly Word[] {
  for (const sure of [['yes'], ['yes', 'maybe']]) {
    const isName = (word: Word) => sure.includes(word.name);
    if (words.some(isName)) return words.filter((word) => isName(word) || /\p{N}/u.test(word.text));
  }
  return words.slice(-2);
}

/**
 * The last name, if possible without an article, because indexes store an article and its name as one word;
 * otherwise the last word.
 */
function mostSpecific(words: readonly Word[]): string {
  const names = words.filter(({ name }) => name !== 'no');
  return (names.findLast(({ text, inName }) => text === inName) ?? names.at(-1) ?? words.at(-1))?.text ?? '';
}

/** Some indexes store words as written (SQLite), others without accents (libzim, for Kiwix). */
function withAndWithoutAccents(text: string): readonly string[] {
  return LATIN.test(text) ? [text, text.normalize('NFD').replace(/\p{M}/gu, '')] : [text];
}

function join(words: readonly Word[]): string {
  return words.map((word) => word.text).join(' ');
}
