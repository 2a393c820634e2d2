import { asideWords } from '../languages/aside-words.ts';
import { type AnswerPreferences, readAnswerPreferences, toHosts } from '../settings/answer-preferences.ts';
import { maxSources, type Preferences } from '../settings/settings.ts';
import { Choice, type Option } from './choice.tsx';

type AnswerSettingsProps = { settings: Preferences; change: (settings: Preferences) => void };

const counts = Array.from({ length: maxSources }, (_, at) => String(at + 1));

/** The reader's preferences for answers; they are sent with every question. */
export function AnswerSettings({ settings, change }: AnswerSettingsProps) {
  const preferences = readAnswerPreferences(settings.answers);
  const set = (changed: Partial<Record<keyof AnswerPreferences, unknown>>) =>
    change({ ...settings, answers: { ...preferences, ...changed } });
  const { lengths, layouts, yes, no } = asideWords;
  const yesOrNo: readonly Option[] = [
    ['yes', yes],
    ['no', no],
  ];
  return (
    <fieldset>
      <legend>{asideWords.settingGroups.answers}</legend>
      <Choice
        name="length"
        label={asideWords.length}
        value={preferences.length}
        options={Object.entries(lengths)}
        choose={(length) => set({ length })}
      />
      <Choice
        name="layout"
        label={asideWords.layout}
        value={preferences.layout}
        options={Object.entries(layouts)}
        choose={(layout) => set({ layout })}
      />
      <Choice
        name="sources"
        label={asideWords.sourceLimit}
        value={settings.sources === null ? '' : String(settings.sources)}
        options={[['', asideWords.usualSources], ...counts.map((count): Option => [count, count])]}
        choose={(value) => change({ ...settings, sources: value === '' ? null : Number(value) })}
      />
      <Choice
        name="instant"
        label={asideWords.instant}
        value={preferences.instant ? 'yes' : 'no'}
        options={yesOrNo}
        choose={(value) => set({ instant: value === 'yes' })}
      />
      <Choice
        name="safe-search"
        label={asideWords.safeSearch}
        value={preferences.safeSearch}
        options={[['', asideWords.usualSafeSearch], ...Object.entries(asideWords.safeSearchLevels)]}
        choose={(safeSearch) => set({ safeSearch })}
      />
      <Choice
        name="plan"
        label={asideWords.editsPlan}
        value={preferences.editsPlan ? 'yes' : 'no'}
        options={yesOrNo}
        choose={(value) => set({ editsPlan: value === 'yes' })}
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
