import { useEffect, useRef, useState } from 'preact/hooks';
import { toCopyText } from '../copy-text.ts';
import type { PageAnswer } from '../messages.ts';
import { canSpeak, readAloud } from '../voice.ts';
import { words } from '../words.ts';
import type { Commands } from './commands.ts';
import { CopyButton } from './copy-button.tsx';

type Props = { question: string; answer: PageAnswer; commands: Commands };

/** What can be done with a whole answer. */
export function AnswerTools({ question, answer, commands }: Props) {
  return (
    <div class="tools">
      <CopyButton label={words.copyAnswer} text={toCopyText(question, answer.markdown, answer.sources)} />
      {canSpeak && answer.speech !== '' && <ListenButton text={answer.speech} />}
      <button type="button" class="tool" onClick={commands.retry}>
        {words.askAgain}
      </button>
    </div>
  );
}

function ListenButton({ text }: { text: string }) {
  const [speaking, setSpeaking] = useState(false);
  const stop = useRef(() => {});
  // The voice ends with the answer it reads.
  useEffect(() => () => stop.current(), []);

  function toggle() {
    if (speaking) stop.current();
    else stop.current = readAloud(text, () => setSpeaking(false));
    setSpeaking(!speaking);
  }
  return (
    <button type="button" class="tool" aria-pressed={speaking} onClick={toggle}>
      {speaking ? words.stopListening : words.listen}
    </button>
  );
}
