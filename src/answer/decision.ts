import { ownValue } from '@sayso/text/own-value.ts';
import type { AnswerProblem } from '../core/answer.ts';
import type { Attempt, FailedReason, SlotPosition } from '../core/attempt.ts';
import type { Evidence, SearchRecord } from '../core/events.ts';
import { Failure } from '../core/failure.ts';
import type { Question } from '../core/question.ts';
import type { EvidenceStatus, Writer } from '../write/writer.ts';
import { ANSWER_TEXTS, corpusWords, notes, toOldSourcesSentence } from './answer-words.ts';

/** What to do after the search: run a writer, or emit a fixed text. */
export type Decision =
  | {
      readonly kind: 'write';
      readonly writer: Writer;
      readonly evidenceStatus: EvidenceStatus;
      /** What is missing in what was found, in words; empty if nothing is. */
      readonly finding: string;
      /** Sentences placed before the writer's text; may be empty. */
      readonly preface: string;
      /** Reported as `error` although an answer can be written; null if there was no problem. */
      readonly error: string | null;
    }
  | {
      readonly kind: 'fixed-text';
      readonly text: string;
      readonly error: string | null;
      /** What the answer lacks: a model, or sources. */
      readonly problem: Extract<AnswerProblem, 'unconfigured' | 'nothing-found'>;
    };

/** Who writes, and from what. */
type Means = {
  /** Null if no model is configured. */
  readonly writer: Writer | null;
  /** Whether a model may answer without sources if all slots fail or find nothing. */
  readonly modelOnlyFallback: boolean;
  /** True if only documents of the operator are searched. */
  readonly hasOnlyDocuments: boolean;
};

/**
 * Implements the table "When parts fail" of docs/api.md for the outcomes of a search.
 * @throws Failure `search-unavailable` if that table says 502
 */
export function decide(
  question: Pick<Question, 'text' | 'data'>,
  evidence: Pick<Evidence, 'searches' | 'language' | 'sources' | 'meaning'>,
  means: Means,
): Decision {
  const { data } = question;
  const decision = decideForProse(question, evidence, means);
  if (data === undefined || decision.kind === 'fixed-text') return decision;
  // Sentences before the data would make it invalid.
  return { ...decision, finding: '', preface: '' };
}

function decideForProse(
  { text }: Pick<Question, 'text'>,
  { searches, language, sources, meaning }: Pick<Evidence, 'searches' | 'language' | 'sources' | 'meaning'>,
  means: Means,
): Decision {
  const { writer } = means;
  const outcome = overallOutcome(searches);
  switch (outcome.status) {
    case 'ok': {
      if (writer === null) return unconfigured(notes.noModel);
      const old = toOldSourcesSentence(`${text}\n${meaning}`, sources, language);
      return { kind: 'write', writer, evidenceStatus: 'sources', finding: old, preface: old, error: null };
    }
    case 'empty': {
      const trail = searches.flatMap((search) => search.trail);
      return decideNothingFound(trail, language, means);
    }
    case 'failed':
      return decideFailed(outcome, language, means);
  }
}

/** The writer that may write without sources; null if there is none, or if it may not. */
function writerWithoutSources({ writer, modelOnlyFallback }: Means): Writer | null {
  return modelOnlyFallback && writer !== null && !writer.needsSources ? writer : null;
}

function decideNothingFound(trail: readonly Attempt[], language: string, means: Means): Decision {
  const words = corpusWords(language, means.hasOnlyDocuments);
  const causes = failedSlots(trail, 'en');
  const leftOut = trail.find((attempt) => attempt.leftOut !== undefined)?.leftOut ?? '';
  const error = joined(causes && `Some searches failed. ${causes}`, asSentence(leftOut)) || null;
  const finding = joined(
    words.nothingFound,
    causes && `${words.someFailed} ${failedSlots(trail, language)}`,
    leftOut && words.leftOut,
  );
  const writer = writerWithoutSources(means);
  if (writer !== null) {
    const preface = `${finding} ${words.fromMemory}`;
    return { kind: 'write', writer, evidenceStatus: 'nothing-found', finding, preface, error };
  }
  if (means.writer === null && means.modelOnlyFallback) {
    const noModel = error === null ? notes.noModel : `${error} ${notes.noModel}`;
    return unconfigured(noModel);
  }
  return { kind: 'fixed-text', text: finding, error, problem: 'nothing-found' };
}

function unconfigured(error: string): Decision {
  return { kind: 'fixed-text', text: '', error, problem: 'unconfigured' };
}

function decideFailed(
  outcome: Extract<SearchRecord['outcome'], { status: 'failed' }>,
  language: string,
  means: Means,
): Decision {
  const { unchecked } = corpusWords(language, means.hasOnlyDocuments);
  const failed = outcome.isUsedUp
    ? 'No search is left.'
    : means.hasOnlyDocuments
      ? 'The documents could not be searched.'
      : 'The web search failed.';
  const error = `${failed} ${asSentence(outcome.cause)}`;
  const writer = writerWithoutSources(means);
  if (writer === null) {
    const message = means.writer === null ? `${error} ${notes.noModelEither}` : error;
    throw new Failure('search-unavailable', message, { retryAfterMs: outcome.retryAfterMs });
  }
  return { kind: 'write', writer, evidenceStatus: 'unchecked', finding: error, preface: unchecked, error };
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
export function slotOf(searches: readonly SearchRecord[]): SlotPosition | null {
  return searches.find(({ slot }) => slot !== null)?.slot ?? null;
}

/** The meaning of a follow-up; undefined if its own words were searched for. */
export function searchedForOf(
  { text }: Pick<Question, 'text'>,
  { meaning }: Pick<Evidence, 'meaning'>,
): string | undefined {
  return meaning === '' || meaning === text ? undefined : meaning;
}

/** The names of the slots and of the kinds of failure in one language, and its punctuation. */
type FailureWords = {
  /** Of the first, the second and the third that were asked. */
  readonly slots: readonly string[];
  readonly reasons: Readonly<Record<FailedReason, string>>;
  readonly colon: string;
  readonly separator: string;
  readonly stop: string;
};

/** English has no words of its own: the causes are in English already, and they say more. */
const BY_LANGUAGE: Readonly<Record<string, { readonly failedSearches: FailureWords | null }>> = ANSWER_TEXTS;

/** Which slots failed and why, as one sentence in a language (BCP 47) or English; empty if none. */
export function failedSlots(attempts: readonly Attempt[], language: string): string {
  const failed = attempts.filter(({ status }) => status === 'failed' || status === 'skipped');
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  const known = ownValue(BY_LANGUAGE, code)?.failedSearches ?? null;
  if (known === null) return asSentence(failed.map(({ cause }) => cause).join('; '));
  // As on the page, only the slots that were asked are counted.
  const asked = [...new Set(attempts.map(({ slot }) => slot))].sort();
  const descriptions = failed.map(({ slot: position, reason }) => {
    const slot = known.slots[asked.indexOf(position)] ?? String(position);
    return reason === undefined ? slot : slot + known.colon + known.reasons[reason];
  });
  return descriptions.length === 0 ? '' : [...new Set(descriptions)].join(known.separator) + known.stop;
}

/** Those of the sentences that say something. */
function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** A cause as an English sentence; an empty string stays empty. */
function asSentence(cause: string): string {
  if (cause === '') return '';
  const begun = cause.slice(0, 1).toUpperCase() + cause.slice(1);
  return /[.?!]$/.test(begun) ? begun : `${begun}.`;
}
