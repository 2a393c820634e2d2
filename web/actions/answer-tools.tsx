import { useState } from 'preact/hooks';
import { addressOf } from '../asking/address.ts';
import { copyToClipboard } from '../browser/clipboard.ts';
import { ConfirmingButton } from '../browser/confirming-button.tsx';
import { Icon, type IconName } from '../browser/icon.ts';
import { canRead } from '../browser/speech-support.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from '../state/commands.ts';
import { questionsOf, type ShownExchange, type ShownState, type Speaking } from '../state/state.ts';
import { copyText, type SaveForm, save } from './save.ts';

type ExchangeToolsProps = {
  exchange: ShownExchange;
  turn: number;
  speaking: Speaking | null;
  commands: Commands;
};

/** The actions for any answer, also an earlier one: it can be read aloud, and copied. */
export function ExchangeTools({ exchange, turn, speaking, commands }: ExchangeToolsProps) {
  const { answer, sentences } = exchange;
  const isMute = speaking?.turn === turn && speaking.isMute === true;
  function read() {
    // Another attempt begins as the first one did.
    if (isMute) commands.stopReading();
    commands.readAloud(turn);
  }
  return (
    <>
      {canRead && answer !== null && sentences.length > 0 && (
        <Action icon="listen" label={asideWords.listen} act={read} />
      )}
      {isMute && <p role="alert">{asideWords.noVoice}</p>}
      {answer !== null && (
        <ConfirmingButton
          icon="copy"
          label={asideWords.copyAnswer}
          confirmation={asideWords.copied}
          act={() => copyToClipboard(copyText(exchange))}
        />
      )}
    </>
  );
}

type ActionProps = { icon: IconName; label: string; act: () => void; isOpen?: boolean };

/** A button with an icon; its label is its tooltip. */
function Action({ icon, label, act, isOpen }: ActionProps) {
  return (
    <button
      type="button"
      class="action"
      title={label}
      aria-label={label}
      aria-expanded={isOpen}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}

type AnswerToolsProps = { state: ShownState; commands: Commands };

/** The actions for the last answer; once it is complete, also for the conversation. */
export function AnswerTools({ state, commands }: AnswerToolsProps) {
  return (
    <div class="tools">
      <ExchangeTools
        exchange={state}
        turn={state.thread.length}
        speaking={state.speaking}
        commands={commands}
      />
      {state.answer !== null && (
        <>
          <ConfirmingButton
            icon="link"
            label={asideWords.share}
            confirmation={asideWords.linkCopied}
            act={() => share(state)}
          />
          <Action icon="again" label={asideWords.askAgain} act={commands.retry} />
          <SavePanel exchange={state} />
        </>
      )}
    </div>
  );
}

const FORMS: readonly SaveForm[] = ['markdown', 'html', 'print', 'bibtex', 'ris'];

/** A button that shows the forms in which the answer can be saved. */
export function SavePanel({ exchange }: { exchange: ShownExchange }) {
  const [isOpen, setIsOpen] = useState(false);
  const [withCitations, setWithCitations] = useState(true);
  return (
    <>
      <Action icon="save" label={asideWords.save} isOpen={isOpen} act={() => setIsOpen(!isOpen)} />
      {isOpen && (
        <fieldset class="save" aria-label={asideWords.save} ref={showWhole}>
          <label>
            <input
              type="checkbox"
              checked={withCitations}
              onChange={({ currentTarget }) => setWithCitations(currentTarget.checked)}
            />
            {asideWords.withCitations}
          </label>
          {FORMS.map((form) => (
            <button key={form} type="button" class="tool" onClick={() => save(form, exchange, withCitations)}>
              {asideWords.saveForms[form]}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** The field at the end of the window must not cover it. This ref is always the same function, so it runs only once. */
function showWhole(panel: HTMLElement | null) {
  panel?.scrollIntoView({ block: 'nearest' });
}

/**
 * Shares the address of the conversation: its questions, not its answers. Null if the browser's share dialog
 * was used, otherwise whether the address was copied.
 */
async function share(state: ShownState): Promise<boolean | null> {
  const questions = questionsOf(state);
  const url = new URL(addressOf(questions, state.scope), location.href).href;
  if (!('share' in navigator)) return copyToClipboard(url);
  // Closing the dialog is not an error.
  return navigator.share({ title: questions[0], url }).then(
    () => null,
    () => null,
  );
}
