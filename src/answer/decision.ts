import type { Attempt, SearchEngine } from '../core/attempt.ts';
import type { SearchRecord } from '../core/events.ts';
import { Failure, type FailureDetails } from '../core/failure.ts';
import type { Ground, Writer } from '../write/writer.ts';
import type { AnswerWords, Corpus } from './answer-words.ts';
import { asSentence, failedSlots } from './failed-slots.ts';
import { notes } from './notes.ts';

/** What to do after the search: run a writer, or emit a fixed text. */
export type Decision =
  | {
      readonly kind: 'write';
      readonly writer: Writer;
      readonly ground: Ground;
      /** The outcome of the search in words; empty if there are sources. */
      readonly finding: string;
      /** Sentences placed before the writer's text; empty if there are sources. */
      readonly preface: string;
      /** Reported as `error` although an answer can be written; null if there was no problem. */
      readonly error: string | null;
    }
  | { readonly kind: 'say'; readonly text: string; readonly error: string | null };

/** The means of writing an answer: a writer, if there is one, and the service's own sentences. */
export type DecisionDeps = {
  readonly writer: Writer | null;
  readonly modelOnlyFallback: boolean;
  readonly corpus: Corpus;
  readonly words: AnswerWords;
  /** BCP 47 tag of the language of `words`. */
  readonly language: string;
};

/**
 * Implements the table "When parts fail" of docs/api.md for the outcomes of a search.
 * @throws Failure `search-unavailable` if that table says 502
 */
export function decide(searches: readonly SearchRecord[], means: DecisionDeps): Decision {
  const { writer, modelOnlyFallback, corpus, words } = means;
  const alone = modelOnlyFallback && writer !== null && !writer.needsSources ? writer : null;
  const outcome = overallOutcome(searches);
  switch (outcome.status) {
    case 'ok':
      if (writer === null) return { kind: 'say', text: '', error: notes.noModel };
      return { kind: 'write', writer, ground: 'sources', finding: '', preface: '', error: null };
    case 'empty':
      return decideEmpty(
        searches.flatMap(({ trail }) => trail),
        alone,
        means,
      );
    case 'failed': {
      const failed = corpus === 'web' ? 'The web search failed.' : 'The documents could not be searched.';
      const error = `${failed} ${asSentence(outcome.cause)}`;
      if (alone === null)
        throw new Failure(
          'search-unavailable',
          writer === null ? `${error} ${notes.noModelEither}` : error,
          waitOf(outcome),
        );
      return {
        kind: 'write',
        writer: alone,
        ground: 'unchecked',
        finding: error,
        preface: words.unchecked,
        error,
      };
    }
  }
}

/** The outcome of all searches: `ok` if one had results, otherwise `empty` if one found nothing. */
export function overallOutcome(searches: readonly SearchRecord[]): SearchRecord['outcome'] {
  const outcomes = searches.map(({ outcome }) => outcome);
  const [first = { status: 'empty' }] = outcomes;
  return (
    outcomes.find(({ status }) => status === 'ok') ??
    outcomes.find(({ status }) => status === 'empty') ??
    first
  );
}

/** The slot of the first search with results. */
export function engineOf(searches: readonly SearchRecord[]): SearchEngine {
  return searches.find(({ engine }) => engine !== 'none')?.engine ?? 'none';
}

/** When the search may work again, for the caller; nothing if no slot asks for a wait. */
export function waitOf({ retryAfterMs }: { readonly retryAfterMs?: number }): FailureDetails {
  return retryAfterMs === undefined ? {} : { retryAfterMs };
}

function decideEmpty(
  trail: readonly Attempt[],
  alone: Writer | null,
  { writer, modelOnlyFallback, words, language }: DecisionDeps,
): Decision {
  const causes = failedSlots(trail, 'en');
  const error = causes === '' ? null : `Some searches failed. ${causes}`;
  const nothingFound =
    error === null
      ? words.nothingFound
      : `${words.nothingFound} ${words.someFailed} ${failedSlots(trail, language)}`;
  if (alone !== null)
    return {
      kind: 'write',
      writer: alone,
      ground: 'nothing-found',
      finding: nothingFound,
      preface: `${nothingFound} ${words.fromMemory}`,
      error,
    };
  if (writer === null && modelOnlyFallback)
    return { kind: 'say', text: '', error: [error, notes.noModel].filter((note) => note !== null).join(' ') };
  return { kind: 'say', text: nothingFound, error };
}
