import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../browser/icon.ts';
import { versionsOf } from '../history/entries.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { Commands } from '../state/commands.ts';
import { type HistoryEntry, questionsOf, type ShownState } from '../state/state.ts';

/** A question of at least this length, in characters, is cut. */
const LONG = 120;

type EditQuestionProps = { question: string; turn: number; commands: Commands };

/** A button that opens a question for editing, at its place; the edited question is asked from there. */
export function EditQuestion({ question, turn, commands }: EditQuestionProps) {
  const [isOpen, setIsOpen] = useState(false);
  function submit(form: HTMLFormElement) {
    const text = String(new FormData(form).get('edited') ?? '').trim();
    setIsOpen(false);
    if (text !== '' && text !== question) commands.askInstead(turn, text);
  }
  if (!isOpen)
    return (
      <>
        {question.length > LONG && (
          <button
            type="button"
            class="how show-all"
            onClick={({ currentTarget }) =>
              currentTarget.parentElement?.querySelector<HTMLElement>('h1, h2')?.focus()
            }
          >
            {asideWords.showAll}
          </button>
        )}
        <button
          type="button"
          class="action edit-question"
          aria-label={asideWords.editNext.replace('{what}', () => question)}
          onClick={() => setIsOpen(true)}
        >
          <Icon name="edit" />
        </button>
      </>
    );
  return (
    <form
      class="edit-form"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget);
      }}
    >
      <textarea
        name="edited"
        dir="auto"
        rows={2}
        aria-label={words.field}
        defaultValue={question}
        ref={focusEnd}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setIsOpen(false);
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <button type="submit" class="tool">
        {words.ask}
      </button>
      <button type="button" class="tool" onClick={() => setIsOpen(false)}>
        {asideWords.cancel}
      </button>
      <p>{asideWords.editKeeps}</p>
    </form>
  );
}

/** This ref is always the same function, so that Preact calls it only once, when the field appears. */
function focusEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
}

type VersionsProps = { state: ShownState; turn: number; commands: Commands };

/** After a question was edited: leads to its other versions and their answers, which the history has. */
export function Versions({ state, turn, commands }: VersionsProps) {
  const { aside, phase } = state;
  const versions = phase === 'ended' ? versionsOf(aside.entries, questionsOf(state), turn) : [];
  if (versions.length < 2) return null;
  const question = questionsOf(state)[turn];
  const at = versions.findIndex(({ shown }) => questionsOf(shown)[turn] === question);
  const step = (entry: HistoryEntry | undefined, icon: IconName) => (
    <button
      type="button"
      class="action"
      disabled={entry === undefined}
      aria-label={entry && questionsOf(entry.shown)[turn]}
      onClick={() => entry && commands.open(entry)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <p class="versions">
      {step(versions[at - 1], 'back')}
      {at + 1} / {versions.length}
      {step(versions[at + 1], 'forward')}
    </p>
  );
}
