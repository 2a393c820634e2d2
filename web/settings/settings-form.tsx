import { useEffect, useState } from 'preact/hooks';
import { canRead } from '../browser/speech-support.ts';
import { asideWords } from '../languages/aside-words.ts';
import { isLanguage, languageNames } from '../languages/languages.ts';
import { Account } from './account.tsx';
import { type AnswerPreferences, readAnswerPreferences, SPEEDS, toHosts } from './answer-preferences.ts';
import type { Preferences } from './settings.ts';

type SettingsFormProps = { settings: Preferences; change: (settings: Preferences) => void };

/** The reader's choices. Every choice takes effect at once. */
export function SettingsForm({ settings, change }: SettingsFormProps) {
  const { theme, language, keys, size } = settings;
  const { textSizes, themes } = asideWords;
  return (
    <div class="settings">
      <Account />
      <AnswerSettings settings={settings} change={change} />
      <fieldset>
        <legend>{asideWords.settingGroups.display}</legend>
        <Choice
          name="theme"
          label={asideWords.theme}
          value={theme}
          options={(['system', 'light', 'dark'] as const).map((each) => [each, themes[each]])}
          choose={(theme) => change({ ...settings, theme })}
        />
        <Choice
          name="size"
          label={asideWords.textSize}
          value={size}
          options={(['normal', 'large', 'larger'] as const).map((each) => [each, textSizes[each]])}
          choose={(size) => change({ ...settings, size })}
        />
        <Choice
          name="language"
          label={asideWords.language}
          value={language ?? ''}
          options={[['', asideWords.languageOfBrowser], ...Object.entries(languageNames)]}
          choose={(value) => change({ ...settings, language: isLanguage(value) ? value : null })}
        />
        <Choice
          name="keys"
          label={asideWords.keys}
          value={keys}
          options={[
            ['on', asideWords.keysOn],
            ['off', asideWords.keysOff],
          ]}
          choose={(keys) => change({ ...settings, keys })}
        />
      </fieldset>
      <VoiceSettings settings={settings} change={change} />
    </div>
  );
}

type AnswerSettingsProps = { settings: Preferences; change: (settings: Preferences) => void };

/** The reader's preferences for answers; they are sent with every question. */
function AnswerSettings({ settings, change }: AnswerSettingsProps) {
  const preferences = readAnswerPreferences(settings.answers);
  const set = (changed: Partial<Record<keyof AnswerPreferences, unknown>>) =>
    change({ ...settings, answers: { ...preferences, ...changed } });
  return (
    <fieldset>
      <legend>{asideWords.settingGroups.answers}</legend>
      <Choice
        name="length"
        label={asideWords.length}
        value={preferences.length}
        options={Object.entries(asideWords.lengths)}
        choose={(length) => set({ length })}
      />
      <Choice
        name="safe-search"
        label={asideWords.safeSearch}
        value={preferences.safeSearch}
        options={[['', asideWords.usualSafeSearch], ...Object.entries(asideWords.safeSearchLevels)]}
        choose={(safeSearch) => set({ safeSearch })}
      />
      <Sites
        name="prefer"
        label={asideWords.preferredSites}
        sites={preferences.prefer}
        change={(prefer) => set({ prefer })}
      />
      <Sites
        name="never"
        label={asideWords.blockedSites}
        sites={preferences.never}
        change={(never) => set({ never })}
      />
    </fieldset>
  );
}

type SitesProps = {
  name: string;
  label: string;
  sites: readonly string[];
  change: (sites: readonly string[]) => void;
};

/** A list of host names; what is no host name is dropped. */
function Sites({ name, label, sites, change }: SitesProps) {
  return (
    <label>
      {label}
      <input
        name={name}
        dir="ltr"
        placeholder="example.org, example.net"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        defaultValue={sites.join(', ')}
        // The page may be closed while the field has the focus.
        onInput={({ currentTarget }) => change(toHosts(currentTarget.value))}
        onChange={({ currentTarget: input }) => {
          input.value = toHosts(input.value).join(', ');
        }}
      />
    </label>
  );
}

type VoiceSettingsProps = { settings: Preferences; change: (settings: Preferences) => void };

/** The voice that reads aloud, and its speed; nothing if the browser cannot read aloud. */
function VoiceSettings({ settings, change }: VoiceSettingsProps) {
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

/** The stored value of a choice, and its name. */
type Option<Value extends string = string> = readonly [value: Value, name: string];

type ChoiceProps<Value extends string> = {
  name: string;
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  choose: (value: Value) => void;
};

/** One setting with a few values. */
function Choice<Value extends string>({ name, label, value, options, choose }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      {/* The options are all that can be chosen. */}
      <select name={name} value={value} onChange={(event) => choose(event.currentTarget.value as Value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
