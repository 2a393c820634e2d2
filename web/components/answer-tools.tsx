import { share } from '../asking/share.ts';
import { copyToClipboard } from '../browser/clipboard.ts';
import { canRead } from '../browser/speech-support.ts';
import { asideWords } from '../languages/aside-words.ts';
import { listedSources } from '../state/cited-sources.ts';
import { toCopyText } from '../state/copy-text.ts';
import type { ShownExchange, ShownState, Speaking } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { ConfirmingButton } from './confirming-button.tsx';
import { SavePanel } from './save-panel.tsx';

type ExchangeToolsProps = {
  exchange: ShownExchange;
  turn: number;
  speaking: Speaking | null;
  commands: Commands;
};

/** The actions for any answer, also an earlier one: it can be read aloud, and copied. */
export function ExchangeTools({ exchange, turn, speaking, commands }: ExchangeToolsProps) {
  const { answer, question, sentences } = exchange;
  const isMute = speaking?.turn === turn && speaking.isMute === true;
  function read() {
    // Another attempt begins as the first one did.
    if (isMute) commands.stopReading();
    commands.readAloud(turn);
  }
  return (
    <>
      {canRead && answer !== null && sentences.length > 0 && (
        <button type="button" class="tool" onClick={read}>
          {asideWords.listen}
        </button>
      )}
      {isMute && <p role="alert">{asideWords.noVoice}</p>}
      {answer !== null && (
        <ConfirmingButton
          label={asideWords.copyAnswer}
          confirmation={asideWords.copied}
          act={() => copyToClipboard(toCopyText(question, answer.markdown, listedSources(exchange)))}
        />
      )}
    </>
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
            label={asideWords.share}
            confirmation={asideWords.linkCopied}
            act={() => share(state)}
          />
          <button type="button" class="tool" onClick={commands.retry}>
            {asideWords.askAgain}
          </button>
          <SavePanel exchange={state} />
        </>
      )}
    </div>
  );
}
