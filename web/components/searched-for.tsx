import { asideWords } from '../languages/aside-words.ts';
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
      {asideWords.searchedFor}{' '}
      <button
        type="button"
        class="chip"
        dir="auto"
        aria-label={asideWords.editNext.replace('{what}', () => query)}
        onClick={() => commands.correct(query)}
      >
        {query}
      </button>
    </p>
  );
}
