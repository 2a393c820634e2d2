import { bare, includesText } from './includes-text.ts';
import { isUnanswered } from './is-unanswered.ts';
import type { PageAnswer } from './messages.ts';
import type { ShownState, TroubleKind } from './state.ts';

/** The kinds of notices in addition to a complete answer. */
export type NoticeKind =
  | TroubleKind
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
  if (state.trouble !== null) return state.trouble;
  if (state.answer === null) return null;
  return noticeAbout(state.answer) ?? (isUnanswered(state) ? notice('unanswered') : null);
}

/**
 * The kind of notice for a whole answer. By the rules of the interface for status 200, the answer is empty if
 * there is no model; it is equal to its error if the model failed; and if it has no sources and no tokens, it
 * is the fixed sentence for "nothing found".
 */
function noticeAbout(answer: PageAnswer): Notice | null {
  const { error, markdown } = answer;
  if (markdown === '') return notice(answer.model === '' ? 'unconfigured' : 'failed', error);
  // A calculation, a date or another instant answer needs no sources.
  if (answer.model === 'instant') return null;
  // The answer names the searches that failed in its own language; the error is in English.
  if (answer.sources.length === 0 && answer.tokensUsed === 0)
    return notice('nothing-found', error && markdown);
  if (answer.sources.length === 0) return notice('unsourced', includesText(markdown, error) ? '' : error);
  if (error === '') return null;
  if (bare(markdown) === bare(error)) return notice('model-failed', error);
  return notice(bare(markdown).startsWith(bare(error)) ? 'quoted' : 'incomplete', error);
}

function notice(kind: NoticeKind, message = ''): Notice {
  return { kind, message, retryAfterSeconds: null };
}

/** True if the next question follows an answer; otherwise it replaces the last one. */
export function canFollow(state: ShownState): boolean {
  return state.answer !== null && hasBody(state);
}

/** True if the answer's text contains more than the notice. */
export function hasBody(state: ShownState): boolean {
  const kind = noticeOf(state)?.kind;
  return state.blocks.length > 0 && kind !== 'nothing-found' && kind !== 'model-failed';
}
