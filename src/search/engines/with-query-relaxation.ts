import { isStopWord, toWords } from '@sayso/text/words.ts';
import { abortReason } from '../../core/deadline.ts';
import type { SearchBackend } from '../search.ts';
import { type KeywordWording, relaxedQueries } from './relaxed-queries.ts';

/** Which wording is tried first: the keywords of the question, or the unchanged question. */
type Start = 'keywords' | 'question';
type WordedQuery = { readonly text: string; readonly wording: KeywordWording | 'question' };
/** A wording without a record is always tried at its usual position. */
type WordingRecords = Partial<Readonly<Record<WordedQuery['wording'], WordingRecord>>>;

/** After so many misses in a row, whole questions come last; fewer may be chance. */
const MAX_QUESTION_MISSES = 3;
/** The number is larger here, because the query without the general word is less exact. */
const MAX_SPECIFIC_MISSES = 10;

/**
 * Wraps a back-end so that it is queried again with fewer words while it finds nothing. `keywords` starts
 * with the keywords of the question, for back-ends that require every word on the page. `question` starts
 * with the unchanged question, for back-ends that understand questions but may use engines that do not. If a
 * wording finds nothing on this back-end although looser ones find something, it is tried last from then on
 * (`createWordingRecord`): for example, whole questions on an encyclopedia, or all words but the most general
 * on an index without stemming.
 *
 * Returns the first outcome that is not empty, or empty after the last wording. All calls share `signal`,
 * whose owner limits their total time.
 */
export function withQueryRelaxation(
  backend: SearchBackend,
  { start }: { readonly start: Start },
): SearchBackend {
  const records: WordingRecords = {
    question: createWordingRecord(MAX_QUESTION_MISSES),
    specific: createWordingRecord(MAX_SPECIFIC_MISSES),
  };
  return {
    sends: backend.sends,
    async search(query, signal) {
      const withoutHits: WordedQuery[] = [];
      for (const worded of promisingFirst(wordedQueries(query.text, start), records)) {
        const outcome = await backend.search({ ...query, text: worded.text }, signal);
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

/** Remembers whether one wording of questions ever finds anything on a back-end. */
type WordingRecord = {
  /** Whether to try the wording now and not only after all others; each call counts as a turn. */
  isWorthTrying(): boolean;
  /** Records that a search with this wording had results. */
  recordHit(): void;
  /** Records that this wording had no results, but a looser one did. */
  recordMiss(): void;
};

/** Every nth turn is tried in any case, because the engines behind an instance change. */
const PROBE_EVERY = 20;

/** A new record: after `maxMisses` misses in a row, the wording comes last until it finds something again. */
export function createWordingRecord(maxMisses: number): WordingRecord {
  let missesInRow = 0;
  let turns = 0;
  return {
    isWorthTrying() {
      if (missesInRow < maxMisses) return true;
      turns = (turns + 1) % PROBE_EVERY;
      return turns === 0;
    },
    recordHit() {
      missesInRow = 0;
      turns = 0;
    },
    recordMiss() {
      missesInRow++;
    },
  };
}
