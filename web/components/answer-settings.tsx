import { asideWords } from '../languages/aside-words.ts';
import { mostSources, type Preferences } from '../settings/settings.ts';
import { readWishes, toHosts, type Wishes } from '../settings/wishes.ts';
import { Choice, type Option } from './choice.tsx';

type AnswerSettingsProps = { settings: Preferences; change: (settings: Preferences) => void };

const counts = Array.from({ length: mostSources }, (_, at) => String(at + 1));

/** The reader's wishes for answers; they are sent with every question. */
export function AnswerSettings({ settings, change }: AnswerSettingsProps) {
  const wishes = readWishes(settings.wishes);
  const wish = (changed: Partial<Record<keyof Wishes, unknown>>) =>
    change({ ...settings, wishes: { ...wishes, ...changed } });
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
        value={wishes.length}
        options={Object.entries(lengths)}
        choose={(length) => wish({ length })}
      />
      <Choice
        name="layout"
        label={asideWords.layout}
        value={wishes.layout}
        options={Object.entries(layouts)}
        choose={(layout) => wish({ layout })}
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
        value={wishes.instant ? 'yes' : 'no'}
        options={yesOrNo}
        choose={(value) => wish({ instant: value === 'yes' })}
      />
      <Choice
        name="plan"
        label={asideWords.editsPlan}
        value={wishes.editsPlan ? 'yes' : 'no'}
        options={yesOrNo}
        choose={(value) => wish({ editsPlan: value === 'yes' })}
      />
      <Sites
        name="prefer"
        label={asideWords.preferredSites}
        sites={wishes.prefer}
        change={(prefer) => wish({ prefer })}
      />
      <Sites
        name="never"
        label={asideWords.blockedSites}
        sites={wishes.never}
        change={(never) => wish({ never })}
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
        // The stored list replaces what was typed, once it has changed.
        key={sites.join()}
        defaultValue={sites.join(', ')}
        onChange={({ currentTarget }) => change(toHosts(currentTarget.value))}
      />
    </label>
  );
}
