import type { PageAnswer } from './messages.ts';
import { citedSources } from './shown-sources.ts';
import type { AskFailureKind, ShownExchange, ShownState } from './state.ts';

/** The kinds of notices in addition to a complete answer. */
export type NoticeKind =
  | AskFailureKind
  | 'unconfigured'
  | 'nothing-found'
  | 'unsourced'
  | 'model-failed'
  | 'quoted'
  | 'incomplete'
  | 'unanswered';

export type Notice = {
  readonly kind: NoticeKind;
  /** The service's own words; empty if there are none. */
  readonly message: string;
  readonly retryAfterSeconds: number | null;
};

/** The notice about the state; null if the answer needs none. */
export function noticeOf(state: ShownState): Notice | null {
  if (state.failure !== null) return state.failure;
  if (state.answer === null) return null;
  return noticeAbout(state.answer) ?? (isUnanswered(state) ? notice('unanswered') : null);
}

/** The notice about an answer that lacks something; an older version did not store what. */
function noticeAbout({ problem = '', error, markdown }: PageAnswer): Notice | null {
  switch (problem) {
    case '':
      return null;
    case 'nothing-found':
      // The answer names the searches that failed in its own language; the error is in English.
      return notice(problem, error && markdown);
    case 'cut-off':
    case 'broken-off':
    case 'stale':
      return notice('incomplete', error);
    default:
      return notice(problem, error);
  }
}

function notice(kind: NoticeKind, message = ''): Notice {
  return { kind, message, retryAfterSeconds: null };
}

/** True if the next question follows an answer; otherwise it replaces the last one. */
export function canFollow(state: ShownState): boolean {
  return state.answer !== null && hasBody(state);
}

/**
 * True if the reader stopped the answer and a part of it is shown. The status line then says everything, and
 * a notice would be far below.
 */
export function isStoppedText(state: ShownState): boolean {
  return state.failure?.kind === 'stopped' && hasBody(state);
}

/** True if the answer's text contains more than the notice. */
export function hasBody(state: ShownState): boolean {
  const kind = noticeOf(state)?.kind;
  return state.blocks.length > 0 && kind !== 'nothing-found' && kind !== 'model-failed';
}

/** True if the answer consists of passages of its sources: no model is set up, or it failed. */
export function isOfQuotes(answer: PageAnswer): boolean {
  return answer.model === 'extractive' || answer.problem === 'quoted';
}

/** The six ways a question can end. */
export type Outcome = 'answered' | 'in-part' | 'no-answer' | 'from-memory' | 'stopped' | 'failed';

/** How a question that is no longer in progress ended; `notice` is the notice about it, if there is one. */
export function outcomeOf(state: ShownState, notice: Notice | null): Outcome {
  switch (notice?.kind) {
    case undefined:
      return 'answered';
    case 'unanswered':
    case 'nothing-found':
    case 'unconfigured':
      return 'no-answer';
    case 'unsourced':
      return 'from-memory';
    case 'stopped':
      return 'stopped';
    case 'quoted':
      return isUnanswered(state) ? 'no-answer' : 'in-part';
    case 'incomplete':
      return 'in-part';
    default:
      return hasBody(state) ? 'in-part' : 'failed';
  }
}

/** True if an answer says that its sources do not answer the question: it cites none of them. */
export function isUnanswered({ answer, sources, citations }: ShownExchange): boolean {
  if (answer === null || sources.length === 0 || answer.model === 'instant') return false;
  // An answer that an older version stored has no citations.
  if (citations.length === 0) return false;
  return citedSources({ citations, sources }).length === 0;
}
