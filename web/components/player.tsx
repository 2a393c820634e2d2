import { asideWords } from '../languages/aside-words.ts';
import { readAnswerPreferences, SPEEDS } from '../settings/answer-preferences.ts';
import { readSettings, saveSettings } from '../settings/settings.ts';
import type { Speaking } from '../state/state.ts';
import type { Commands } from './commands.ts';

/** While an answer is read aloud: pause, stop, and the speed of the sentences that follow. */
export function Player({ speaking, commands }: { speaking: Speaking; commands: Commands }) {
  const read = () => readAnswerPreferences(readSettings().answers);
  return (
    <>
      <button type="button" class="tool player" onClick={() => commands.readAloud(speaking.turn)}>
        {speaking.paused ? asideWords.resumeListening : asideWords.pauseListening}
      </button>
      <button type="button" class="tool" onClick={commands.stopReading}>
        {asideWords.stopListening}
      </button>
      <select
        class="chip"
        aria-label={asideWords.speed}
        onChange={({ currentTarget: { value } }) =>
          saveSettings({ ...readSettings(), answers: { ...read(), speed: Number(value) } })
        }
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed} selected={speed === read().speed}>
            {speed} ×
          </option>
        ))}
      </select>
    </>
  );
}
