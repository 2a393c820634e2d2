import { bare, saidIn } from './bare.ts';
import type { PageAnswer } from './messages.ts';
import type { State, TroubleKind } from './state.ts';

/** Everything the page can have to say besides an answer that is simply good. */
export type NoticeKind =
  | TroubleKind
  | 'unconfigured'
  | 'nothing-found'
  | 'unsourced'
  | 'model-failed'
  | 'quoted'
  | 'incomplete';

export type Notice = {
  readonly kind: NoticeKind;
  /** The service's own words; empty where it had none. */
  readonly message: string;
  readonly retryAfterSeconds: number | null;
};

/** What the reader must know about the state, null where the answer speaks for itself. */
export function noticeOf(state: State): Notice | null {
  if (state.trouble !== null) return state.trouble;
  if (state.phase === 'idle') return state.health?.configured === false ? notice('unconfigured') : null;
  return state.answer === null ? null : noticeAbout(state.answer);
}

/**
 * The rules of the interface for a 200 answer, read backwards: without a model the answer is empty; an answer that is its
 * own error is all a failed model left; one without sources that cost no tokens is the fixed sentence of nothing found.
 */
function noticeAbout(answer: PageAnswer): Notice | null {
  const { error, markdown } = answer;
  if (markdown === '') return notice(answer.model === '' ? 'unconfigured' : 'failed', error);
  if (answer.sources.length === 0 && answer.tokensUsed === 0) return notice('nothing-found', error);
  if (answer.sources.length === 0) return notice('unsourced', saidIn(markdown, error) ? '' : error);
  if (error === '') return null;
  if (bare(markdown) === bare(error)) return notice('model-failed', error);
  return notice(bare(markdown).startsWith(bare(error)) ? 'quoted' : 'incomplete', error);
}

function notice(kind: NoticeKind, message = ''): Notice {
  return { kind, message, retryAfterSeconds: null };
}

/** True when the next question follows an answer; else it takes the place of the last one. */
export function canFollow(state: State): boolean {
  return state.answer !== null && hasBody(state);
}

/** True when the answer's text says more than the notice beside it. */
export function hasBody(state: State): boolean {
  const kind = noticeOf(state)?.kind;
  return state.blocks.length > 0 && kind !== 'nothing-found' && kind !== 'model-failed';
}
