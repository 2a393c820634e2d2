import { isUnanswered } from './is-unanswered.ts';
import { hasBody, type Notice } from './notice.ts';
import type { ShownState } from './state.ts';

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
