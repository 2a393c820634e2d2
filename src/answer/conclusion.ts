import { finishedSentences } from '@sayso/text/finished-sentences.ts';
import type { Answer, AnswerProblem } from '../core/answer.ts';
import { answerWords, notes, promptCut } from './answer-words.ts';
import type { Decision } from './decision.ts';
import type { Draft } from './draft.ts';

/** The text of an answer, and its error. */
export type Conclusion = Pick<Answer, 'problem' | 'unfinished'> & {
  readonly text: string;
  readonly error: string | null;
  /** True if `error` contains something that is not in `text`. */
  readonly errorMissingInText: boolean;
};

/**
 * Turns a draft with at least one sentence into an answer. A draft cut off by the deadline ends with its last
 * complete sentence, and `error` says so. A draft that broke off because of an error says so in its last
 * sentence ("When parts fail" in docs/api.md).
 */
export function conclude(draft: Draft, decision: Decision, language: string): Conclusion {
  const { failure, cut } = draft;
  const { error: known } = decision;
  if (failure === null)
    return {
      text: draft.text.trimEnd(),
      error: cut === null ? known : withSentence(known, promptCut(cut)),
      errorMissingInText: cut !== null,
      problem: lackOf(decision),
    };
  const text = finishedText(draft, decision);
  if (failure.code === 'deadline-exceeded') {
    const error = withSentence(known, answerWords(language).cut);
    const problem = lackOf(decision) ?? 'cut-off';
    return { text, error, errorMissingInText: true, unfinished: 'deadline', problem };
  }
  const note = `${notes.brokenOff} ${failure.message}`;
  return {
    text: `${text}\n\n${note}`,
    error: withSentence(known, note),
    errorMissingInText: false,
    unfinished: 'model',
    problem: lackOf(decision) ?? 'broken-off',
  };
}

/**
 * The answer if the writer wrote no sentence: the outcome of the search, the reason, and the passages
 * that fit best.
 * @param passages empty if none fits
 * @param reason why nothing was written, in words
 */
export function concludeWithoutDraft(
  passages: string,
  reason: string,
  { decision, language }: { readonly decision: Decision; readonly language: string },
): Conclusion {
  const { error } = decision;
  const finding = decision.kind === 'write' ? decision.finding : '';
  const note = `${notes.noAnswer} ${reason}`;
  const paragraphs = [finding === '' ? note : `${finding} ${note}`];
  const withoutDraft = passages === '' ? 'model-failed' : 'quoted';
  if (passages !== '') paragraphs.push(answerWords(language).passagesFit, passages);
  return {
    text: paragraphs.join('\n\n'),
    error: withSentence(error, note),
    errorMissingInText: false,
    problem: lackOf(decision) === undefined ? withoutDraft : 'nothing-found',
  };
}

/** What an answer lacks, however its writing ended: a model, or sources. */
function lackOf(decision: Decision): AnswerProblem | undefined {
  if (decision.kind === 'fixed-text') return decision.problem;
  return decision.evidenceStatus === 'sources' ? undefined : 'unsourced';
}

/** The complete sentences of a draft; empty if none of them comes from the writer. */
export function finishedText(draft: Draft, decision: Decision): string {
  const text = finishedSentences(draft.text).trimEnd();
  const preface = decision.kind === 'write' ? decision.preface : '';
  return text === preface ? '' : text;
}

function withSentence(error: string | null, sentence: string): string {
  return error === null ? sentence : `${error} ${sentence}`;
}
