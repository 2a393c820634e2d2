import { hasBody, type Notice } from '../notice.ts';
import type { State } from '../state.ts';
import { words } from '../words.ts';

type Props = { state: State; notice: Notice | null };

/**
 * One line that says where things stand. It is always there: a live region must exist before it speaks. Where something
 * stands below it, it stays in sight to the end, so that nothing jumps up under the reader's eyes.
 */
export function StatusLine({ state, notice }: Props) {
  const seen = textInSight(state, notice);
  return (
    <p class={seen === '' ? 'status off-screen' : `status ${state.phase}`} role="status">
      {notice !== null && state.phase === 'ended' && (
        <span class="off-screen">{words.notices[notice.kind].title}</span>
      )}
      {seen}
    </p>
  );
}

function textInSight(state: State, notice: Notice | null): string {
  const count = state.sources.length;
  if (state.phase === 'idle') return '';
  if (state.phase === 'searching') return words.searching;
  if (state.phase === 'writing') return words.writing(count);
  if (notice === null || (count === 0 && hasBody(state))) return words.answered(state.totalMs, count);
  return count > 0 ? words.found(count) : '';
}
