import { share } from '../asking/share.ts';
import { copyToClipboard } from '../browser/clipboard.ts';
import { canRead } from '../browser/speech-support.ts';
import { words } from '../languages/words.ts';
import { toCopyText } from '../state/copy-text.ts';
import { isAsking, type ShownState } from '../state/state.ts';
import type { Commands } from './commands.ts';
import { TellingButton } from './telling-button.tsx';

type AnswerToolsProps = { state: ShownState; commands: Commands };

/**
 * The actions for an answer. It can be read aloud while it grows; the other actions need the whole answer.
 */
export function AnswerTools({ state, commands }: AnswerToolsProps) {
  const { answer } = state;
  const isWhole = !isAsking(state) && answer !== null;
  return (
    <div class="tools">
      {canRead && state.sentences.length > 0 && <ReadingButtons state={state} commands={commands} />}
      {isWhole && (
        <>
          <TellingButton
            label={words.copyAnswer}
            told={words.copied}
            act={() => copyToClipboard(toCopyText(state.question, answer.markdown, answer.sources))}
          />
          <TellingButton label={words.share} told={words.linkCopied} act={() => share(state)} />
          <button type="button" class="tool" onClick={commands.retry}>
            {words.askAgain}
          </button>
        </>
      )}
    </div>
  );
}

function ReadingButtons({ state: { speaking }, commands }: AnswerToolsProps) {
  return (
    <>
      <button type="button" class="tool" onClick={commands.readAloud}>
        {speaking === null ? words.listen : speaking.paused ? words.resumeListening : words.pauseListening}
      </button>
      {speaking !== null && (
        <button type="button" class="tool" onClick={commands.stopReading}>
          {words.stopListening}
        </button>
      )}
    </>
  );
}
