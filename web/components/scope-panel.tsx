import { asideWords } from '../languages/aside-words.ts';
import { languageNames } from '../languages/language-names.ts';
import { toHost } from '../settings/answer-preferences.ts';
import { SITE_PARAMS, sitesIn, withParam } from '../state/scope-params.ts';

type ScopePanelProps = {
  /** The parameters of the address, as `scopeInAddress` returns them. */
  scope: string;
  change: (scope: string) => void;
};

/** The limits on the sources of the next answer: period, language, sites. */
export function ScopePanel({ scope, change }: ScopePanelProps) {
  const { periods, anyTime, anyLanguage } = asideWords;
  const choice = (name: string) => ({
    value: new URLSearchParams(scope).get(name) ?? '',
    choose: (value: string) => change(withParam(scope, name, value)),
  });
  const add = (text: string) => {
    const [name, mark] = SITE_PARAMS[text.startsWith('-') ? 1 : 0];
    const site = toHost(text.slice(mark.length));
    if (site !== '') change(withParam(scope, name, [...new Set([...sitesIn(scope, name), site])].join()));
  };
  return (
    <fieldset class="scope" id="scope" aria-label={asideWords.scope}>
      <Choice
        label={asideWords.period}
        options={[['', anyTime], ...Object.entries(periods)]}
        {...choice('time_range')}
      />
      <Choice
        label={asideWords.language}
        options={[['', anyLanguage], ...Object.entries(languageNames)]}
        {...choice('language')}
      />
      <SiteField add={add} />
    </fieldset>
  );
}

function SiteField({ add }: { add: (text: string) => void }) {
  return (
    <input
      class="chip"
      type="search"
      size={12}
      placeholder={asideWords.site}
      aria-label={asideWords.site}
      enterkeyhint="done"
      autocomplete="off"
      spellcheck={false}
      pattern=".*[^\s.]\.[^\s.].*"
      title="example.org"
      onChange={({ currentTarget: input }) => {
        if (!input.reportValidity()) return;
        add(input.value.trim());
        input.value = '';
      }}
    />
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  choose: (value: string) => void;
};

function Choice({ label, value, options, choose }: ChoiceProps) {
  const isKnown = options.some(([each]) => each === value);
  return (
    <select
      class={value === '' ? 'chip' : 'chip on'}
      aria-label={label}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
      {!isKnown && <option value={value}>{value}</option>}
    </select>
  );
}
