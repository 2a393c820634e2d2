import { asideWords } from '../languages/aside-words.ts';
import { languageNames } from '../languages/language-names.ts';
import { isLanguage } from '../languages/languages.ts';
import { mostSources, type Preferences } from '../settings/settings.ts';

type SettingsFormProps = { settings: Preferences; change: (settings: Preferences) => void };

const counts = Array.from({ length: mostSources }, (_, at) => String(at + 1));

/** The reader's choices. Every choice takes effect at once. */
export function SettingsForm({ settings, change }: SettingsFormProps) {
  const { theme, language, sources, keys } = settings;
  const { system, light, dark } = asideWords.themes;
  return (
    <div class="settings">
      <Choice
        label={asideWords.theme}
        value={theme}
        options={[
          ['system', system],
          ['light', light],
          ['dark', dark],
        ]}
        choose={(value) =>
          change({ ...settings, theme: value === 'light' || value === 'dark' ? value : 'system' })
        }
      />
      <Choice
        label={asideWords.language}
        value={language ?? ''}
        options={[['', asideWords.languageOfBrowser], ...Object.entries(languageNames)]}
        choose={(value) => change({ ...settings, language: isLanguage(value) ? value : null })}
      />
      <Choice
        label={asideWords.sourceLimit}
        value={sources === null ? '' : String(sources)}
        options={[['', asideWords.usualSources], ...counts.map((count): Option => [count, count])]}
        choose={(value) => change({ ...settings, sources: value === '' ? null : Number(value) })}
      />
      <Choice
        label={asideWords.keys}
        value={keys}
        options={[
          ['on', asideWords.keysOn],
          ['off', asideWords.keysOff],
        ]}
        choose={(value) => change({ ...settings, keys: value === 'off' ? 'off' : 'on' })}
      />
    </div>
  );
}

/** The stored value of a choice, and its name. */
type Option = readonly [value: string, name: string];

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly Option[];
  choose: (value: string) => void;
};

function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
