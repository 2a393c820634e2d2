import { asideWords } from '../languages/aside-words.ts';
import type { QueuedQuestion } from '../state/state.ts';
import type { Commands } from './commands.ts';

/** The questions that wait for the end of the answer; each can be edited in the field, or removed. */
export function Queue({ queue, commands }: { queue: readonly QueuedQuestion[]; commands: Commands }) {
  if (queue.length === 0) return null;
  return (
    <ul class="queue" aria-label={asideWords.next}>
      {queue.map(({ question }, at) => (
        <li key={`${at} ${question}`}>
          <span aria-hidden="true">{asideWords.next}</span>
          <button
            type="button"
            class="chip"
            dir="auto"
            aria-label={asideWords.editNext.replace('{what}', () => question)}
            onClick={() => commands.edit(at)}
          >
            {question}
          </button>
          <button
            type="button"
            class="chip bare"
            aria-label={asideWords.removeNext.replace('{what}', () => question)}
            onClick={() => commands.remove(at)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
