import { abortReason } from '../core/deadline.ts';
import type { SearchBackend } from './backend.ts';
import { keywordLadder, type Rung } from './keywords.ts';
import { createRungSense, type RungSense } from './rung-sense.ts';

type Start = 'keywords' | 'question';
type Wording = { readonly text: string; readonly rung: Rung | 'question' };
type Senses = Partial<Readonly<Record<Wording['rung'], RungSense>>>;

/** So many in a row may be chance: an engine that understands questions misses few. */
const QUESTION_MISSES = 3;
/** More, for what is asked without it is less exact. */
const SPECIFIC_MISSES = 10;

/**
 * A back-end that is asked again with fewer words as long as it finds nothing. `keywords` asks in the question's
 * keywords alone, for back-ends that want every word on the page; `question` begins with the question as it stands, for
 * those that understand one but may front others that do not. What turns out to find nothing at this back-end while
 * looser wordings do is asked last (`rung-sense.ts`): whole questions at an encyclopaedia; all words but the most general
 * at an index that does not stem.
 *
 * The first outcome that is not empty is the outcome; empty after the last wording is empty. All calls share `signal`,
 * whose owner bounds their time together.
 */
export function relaxing(backend: SearchBackend, { start }: { readonly start: Start }): SearchBackend {
  const senses: Senses = {
    question: createRungSense(QUESTION_MISSES),
    specific: createRungSense(SPECIFIC_MISSES),
  };
  return {
    async search(query, signal) {
      const empty: Wording[] = [];
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

/** Every way to ask, from strict to loose. */
function wordingsOf(question: string, start: Start): readonly Wording[] {
  const ladder = keywordLadder(question);
  const [all, ...looser] = ladder;
  if (start === 'keywords') return ladder;
  // A question that is nothing but keywords shows nothing about whether whole ones are understood.
  if (all?.text === question.trim().toLowerCase()) return [{ ...all, text: question }, ...looser];
  return [{ text: question, rung: 'question' }, ...ladder];
}

/** Lazy, for a sense counts the turns of what is asked, and most questions end with the first wording. */
function* promisingFirst(wordings: readonly Wording[], senses: Senses): Generator<Wording> {
  const late: Wording[] = [];
  for (const wording of wordings) {
    if (senses[wording.rung]?.isPromising() === false) late.push(wording);
    else yield wording;
  }
  yield* late;
}
