import { abortReason } from '../../core/deadline.ts';
import type { SearchBackend } from '../backend.ts';
import { type KeywordWording, keywordLadder } from './keyword-ladder.ts';
import { createWordingRecord, type WordingRecord } from './wording-record.ts';

/** Which wording is tried first: the keywords of the question, or the unchanged question. */
type Start = 'keywords' | 'question';
type WordedQuery = { readonly text: string; readonly wording: KeywordWording | 'question' };
/** A wording without a record is always tried at its usual position. */
type WordingRecords = Partial<Readonly<Record<WordedQuery['wording'], WordingRecord>>>;

/**
 * After this many misses in a row, whole questions are tried last. Fewer may be chance, because an engine
 * that understands questions rarely finds nothing.
 */
const MAX_QUESTION_MISSES = 3;
/** The number is larger here, because the query without the general word is less exact. */
const MAX_SPECIFIC_MISSES = 10;

/**
 * Wraps a back-end so that it is queried again with fewer words while it finds nothing. `keywords` starts
 * with the keywords of the question, for back-ends that require every word on the page. `question` starts
 * with the unchanged question, for back-ends that understand questions but may use engines that do not. If a
 * wording finds nothing on this back-end although looser ones find something, it is tried last from then on
 * (`wording-record.ts`): for example, whole questions on an encyclopedia, or all words but the most general
 * on an index without stemming.
 *
 * Returns the first outcome that is not empty, or empty after the last wording. All calls share `signal`,
 * whose owner limits their total time.
 */
export function relaxing(backend: SearchBackend, { start }: { readonly start: Start }): SearchBackend {
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

/** The question in all wordings, from strict to loose. */
function wordedQueries(question: string, start: Start): readonly WordedQuery[] {
  const ladder = keywordLadder(question);
  const [all, ...looser] = ladder;
  if (start === 'keywords') return ladder;
  // A question that consists only of keywords does not show whether whole questions are understood.
  if (all?.text === question.trim().toLowerCase()) return [{ ...all, text: question }, ...looser];
  return [{ text: question, wording: 'question' }, ...ladder];
}

/**
 * Generated on demand, because a record counts every wording that is tried, and most questions need only the
 * first.
 */
function* promisingFirst(queries: readonly WordedQuery[], records: WordingRecords): Generator<WordedQuery> {
  const late: WordedQuery[] = [];
  for (const query of queries) {
    if (records[query.wording]?.isWorthTrying() === false) late.push(query);
    else yield query;
  }
  yield* late;
}
