import { words } from '../languages/words.ts';
import type { PageStep } from '../state/messages.ts';
import type { Commands } from './commands.ts';

type SearchedForProps = { steps: readonly PageStep[]; commands: Commands };

/** What a follow-up was searched for; pressing it puts these words into the field, to be corrected. */
export function SearchedFor({ steps, commands }: SearchedForProps) {
  const step = steps.find(({ kind }) => kind === 'query');
  if (step?.kind !== 'query') return null;
  const { query } = step;
  return (
    <p class="searched-for">
      {words.searchedFor}{' '}
      <button
        type="button"
        class="chip"
        dir="auto"
        aria-label={words.editNext.replace('{what}', () => query)}
        onClick={() => commands.correct(query)}
      >
        {query}
      </button>
    </p>
  );
}
