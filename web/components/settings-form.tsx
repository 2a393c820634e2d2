import { asideWords } from '../languages/aside-words.ts';
import { languageNames } from '../languages/language-names.ts';
import { isLanguage } from '../languages/languages.ts';
import type { Preferences } from '../settings/settings.ts';
import { AnswerSettings } from './answer-settings.tsx';
import { Choice } from './choice.tsx';
import { VoiceSettings } from './voice-settings.tsx';

type SettingsFormProps = { settings: Preferences; change: (settings: Preferences) => void };

/** The reader's choices. Every choice takes effect at once. */
export function SettingsForm({ settings, change }: SettingsFormProps) {
  const { theme, language, keys, size } = settings;
  const { textSizes, themes } = asideWords;
  return (
    <div class="settings">
      <AnswerSettings settings={settings} change={change} />
      <fieldset>
        <legend>{asideWords.settingGroups.display}</legend>
        <Choice
          name="theme"
          label={asideWords.theme}
          value={theme}
          options={(['system', 'light', 'dark'] as const).map((each) => [each, themes[each]])}
          choose={(value) =>
            change({ ...settings, theme: value === 'light' || value === 'dark' ? value : 'system' })
          }
        />
        <Choice
          name="size"
          label={asideWords.textSize}
          value={size}
          options={(['normal', 'large', 'larger'] as const).map((each) => [each, textSizes[each]])}
          choose={(value) =>
            change({ ...settings, size: value === 'large' || value === 'larger' ? value : 'normal' })
          }
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
          choose={(value) => change({ ...settings, keys: value === 'off' ? 'off' : 'on' })}
        />
      </fieldset>
      <VoiceSettings settings={settings} change={change} />
    </div>
  );
}
