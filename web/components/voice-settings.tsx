import { useEffect, useState } from 'preact/hooks';
import { canRead } from '../browser/speech-support.ts';
import { asideWords } from '../languages/aside-words.ts';
import { readAnswerPreferences, SPEEDS } from '../settings/answer-preferences.ts';
import type { Preferences } from '../settings/settings.ts';
import { Choice, type Option } from './choice.tsx';

type VoiceSettingsProps = { settings: Preferences; change: (settings: Preferences) => void };

/** The voice that reads aloud, and its speed; nothing if the browser cannot read aloud. */
export function VoiceSettings({ settings, change }: VoiceSettingsProps) {
  const voices = useVoices();
  if (!canRead) return null;
  const preferences = readAnswerPreferences(settings.answers);
  const names = voices.map(({ name }): Option => [name, name]);
  return (
    <fieldset>
      <legend>{asideWords.settingGroups.voice}</legend>
      <Choice
        name="voice"
        label={asideWords.voice}
        value={preferences.voice}
        options={[['', asideWords.usualVoice], ...names]}
        choose={(voice) => change({ ...settings, answers: { ...preferences, voice } })}
      />
      <Choice
        name="speed"
        label={asideWords.speed}
        value={String(preferences.speed)}
        options={SPEEDS.map((speed) => [String(speed), `${speed} ×`])}
        choose={(speed) => change({ ...settings, answers: { ...preferences, speed: Number(speed) } })}
      />
    </fieldset>
  );
}

/** The voices of the browser for the language of the page; browsers load them late. */
function useVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([]);
  useEffect(() => {
    if (!canRead) return undefined;
    const language = document.documentElement.lang;
    const load = () => setVoices(speechSynthesis.getVoices().filter(({ lang }) => lang.startsWith(language)));
    load();
    speechSynthesis.addEventListener?.('voiceschanged', load);
    return () => speechSynthesis.removeEventListener?.('voiceschanged', load);
  }, []);
  return voices;
}
