import { asideWords } from '../languages/aside-words.ts';
import { languageNames } from '../languages/language-names.ts';

type ScopeChipsProps = {
  /** The parameters of the address, as `scopeInAddress` returns them. */
  scope: string;
  change: (scope: string) => void;
};

/** The parameters that list sites, and the mark of a site that is left out. */
const SITES = [
  ['only_sites', ''],
  ['never_sites', '-'],
] as const;

/**
 * The limits on the sources of the next answer: period, language, sites. To remove a site, click on it; the
 * other limits are removed with the button next to them or with their first option.
 */
export function ScopeChips({ scope, change }: ScopeChipsProps) {
  const params = new URLSearchParams(scope);
  const set = (name: string, value: string) => {
    if (value === '') params.delete(name);
    else params.set(name, value);
    change(String(params));
  };
  const sitesOf = (name: string) => (params.get(name) ?? '').split(',').filter((site) => site !== '');
  const add = (text: string) => {
    const [name, mark] = SITES[text.startsWith('-') ? 1 : 0];
    const site = toHost(text.slice(mark.length));
    if (site !== '') set(name, [...new Set([...sitesOf(name), site])].join());
  };
  const { periods, anyTime, anyLanguage } = asideWords;
  const choice = (name: string) => ({
    value: params.get(name) ?? '',
    choose: (value: string) => set(name, value),
  });
  return (
    <fieldset class="scope" aria-label={asideWords.scope}>
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
      {SITES.flatMap(([name, mark]) =>
        sitesOf(name).map((site) => (
          <Removal
            key={mark + site}
            what={mark + site}
            text={mark + site}
            remove={() =>
              set(
                name,
                sitesOf(name)
                  .filter((each) => each !== site)
                  .join(),
              )
            }
          />
        )),
      )}
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
    </fieldset>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  choose: (value: string) => void;
};

function Choice({ label, value, options, choose }: ChoiceProps) {
  const named = options.find(([each]) => each === value)?.[1];
  return (
    <>
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
        {named === undefined && <option value={value}>{value}</option>}
      </select>
      {value !== '' && <Removal what={named ?? value} text="" remove={() => choose('')} />}
    </>
  );
}

/** A chip that removes the limit that it shows; the focus then moves to the element before it. */
function Removal({ what, text, remove }: { what: string; text: string; remove: () => void }) {
  const label = asideWords.removeFromScope.replace('{what}', what);
  function onClick(event: MouseEvent) {
    const before = (event.currentTarget as HTMLElement).previousElementSibling;
    if (before instanceof HTMLElement) before.focus();
    remove();
  }
  return (
    <button
      type="button"
      class={text === '' ? 'chip on bare' : 'chip on'}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <bdi>{text}</bdi> <span aria-hidden="true">×</span>
    </button>
  );
}

/** The host in the typed text, which is a host name or an address; empty if there is none. */
function toHost(text: string): string {
  const host = text.replace(/^https?:\/\//i, '').split(/[/?#:\s,]/, 1)[0] ?? '';
  return host.includes('.') ? host.toLowerCase() : '';
}
