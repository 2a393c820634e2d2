import { abortReason } from '../../core/deadline.ts';
import type { SearchBackend } from '../backend.ts';
import { keywordLadder, type Rung } from './keywords.ts';

type Start = 'keywords' | 'question';
type QueryWording = { readonly text: string; readonly rung: Rung | 'question' };
type Senses = Partial<Readonly<Record<QueryWording['rung'], RungSense>>>;

/**
 * Up to this many misses in a row may be chance, because an engine that understands questions rarely finds
 * nothing.
 */
const QUESTION_MISSES = 3;
/** The number is larger here, because the query without the general word is less exact. */
const SPECIFIC_MISSES = 10;

/**
 * Wraps a back-end so that it is queried again with fewer words while it finds nothing. `keywords` starts
 * with the keywords of the question, for back-ends that require every word on the page. `question` starts
 * with the unchanged question, for back-ends that understand questions but may use engines that do not.
 * Wordings that turn out to find nothing on this back-end although looser ones find something are tried last
 * (`rung-sense.ts`): whole questions on an encyclopedia; all words but the most general on an index without
 * stemming.
 *
 * Returns the first outcome that is not empty, or empty after the last wording. All calls share `signal`,
 * whose owner limits their total time.
 */
export function relaxing(backend: SearchBackend, { start }: { readonly start: Start }): SearchBackend {
  const senses: Senses = {
    question: createRungSense(QUESTION_MISSES),
    specific: createRungSense(SPECIFIC_MISSES),
  };
  return {
    sends: backend.sends,
    async search(query, signal) {
      const empty: QueryWording[] = [];
      for (const wording of promisingFirst(wordingsOf(query.text, start), senses)) {
        const outcome = await backend.search({ ...query, text: wording.text }, signal);
        if (outcome.status === 'ok') {
          for (const { rung } of empty) senses[rung]?.missed();
          senses[wording.rung]?.paid();
        }
        if (outcome.status !== 'empty') return outcome;
        if (signal.aborted) throw abortReason(signal);
        empty.push(wording);
      }
      return { status: 'empty' };
    },
  };
}

/** All wordings, from strict to loose. */
function wordingsOf(question: string, start: Start): readonly QueryWording[] {
  const ladder = keywordLadder(question);
  const [all, ...looser] = ladder;
  if (start === 'keywords') return ladder;
  // A question that consists of keywords does not show whether whole questions are understood.
  if (all?.text === question.trim().toLowerCase()) return [{ ...all, text: question }, ...looser];
  return [{ text: question, rung: 'question' }, ...ladder];
}

/**
 * Lazy, because `rung-sense.ts` counts every wording that is tried, and most questions need only the first.
 */
function* promisingFirst(wordings: readonly QueryWording[], senses: Senses): Generator<QueryWording> {
  const late: QueryWording[] = [];
  for (const wording of wordings) {
    if (senses[wording.rung]?.isPromising() === false) late.push(wording);
    else yield wording;
  }
  yield* late;
}

/** Tracks whether one wording of questions (`keywords.ts`) ever finds anything on a back-end. */
type RungSense = {
  /** Whether to try it at its usual position, or only after all others; each call counts as one turn. */
  isPromising(): boolean;
  /** Records that a search with this wording found something. */
  paid(): void;
  /** Records that this wording found nothing, but a looser one did. */
  missed(): void;
};

/** Every nth turn is tried in any case, because the engines behind an instance change. */
const PROBE_EVERY = 20;

/**
 * Starts without knowledge, so the wording is tried at its usual position. After `misses` misses in a row it
 * comes last, until it finds something again.
 */
export function createRungSense(misses: number): RungSense {
  let missesInRow = 0;
  let turns = 0;
  return {
    isPromising() {
      if (missesInRow < misses) return true;
      turns = (turns + 1) % PROBE_EVERY;
      return turns === 0;
    },
    paid() {
      missesInRow = 0;
      turns = 0;
    },
    missed() {
      missesInRow++;
    },
  };
}
