import { SITE_PARAMS, sitesIn, withParam } from '../asking/scope.ts';
import { asideWords } from '../languages/aside-words.ts';
import { languageNames } from '../languages/languages.ts';
import { toHost } from '../settings/answer-preferences.ts';

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
      <ScopeChoice
        label={asideWords.period}
        options={[['', anyTime], ...Object.entries(periods)]}
        {...choice('time_range')}
      />
      <ScopeChoice
        label={asideWords.language}
        options={[['', anyLanguage], ...Object.entries(languageNames)]}
        {...choice('language')}
      />
      <SiteField add={add} />
    </fieldset>
  );
}

function SiteField({ add }: { add: (text: string) => void }) {
  function take(input: HTMLInputElement) {
    if (input.value === '' || !input.reportValidity()) return;
    add(input.value.trim());
    input.value = '';
  }
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
      onChange={({ currentTarget }) => take(currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        // It would send the question.
        event.preventDefault();
        take(event.currentTarget);
      }}
    />
  );
}

type ScopeChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  choose: (value: string) => void;
};

/** One choice among several, as a chip. */
export function ScopeChoice({ label, value, options, choose }: ScopeChoiceProps) {
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

type ScopeRemovalsProps = { scope: string; change: (scope: string) => void };

/** The limits that the next question has, each as a chip that removes it. */
export function ScopeRemovals({ scope, change }: ScopeRemovalsProps) {
  return limitsOf(scope).map(({ text, without }) => (
    <Removal key={text} text={text} remove={() => change(without)} />
  ));
}

/** A limit in the reader's words, and the scope without it. */
type Limit = { readonly text: string; readonly without: string };

/** The limits of a scope, in the order in which they are shown. */
export function limitsOf(scope: string): readonly Limit[] {
  const params = new URLSearchParams(scope);
  const chosen = [
    ['time_range', asideWords.periods],
    ['language', languageNames],
    ['collection', {}],
  ] as const;
  const limits = chosen.flatMap(([name, names]): Limit[] => {
    const value = params.get(name) ?? '';
    const text: string = Object.entries(names).find(([each]) => each === value)?.[1] ?? value;
    return value === '' ? [] : [{ text, without: withParam(scope, name, '') }];
  });
  const sites = SITE_PARAMS.flatMap(([name, mark]) =>
    sitesIn(scope, name).map((site): Limit => {
      const others = sitesIn(scope, name).filter((each) => each !== site);
      return { text: mark + site, without: withParam(scope, name, others.join()) };
    }),
  );
  return [...limits, ...sites];
}

/** The focus moves to the element before the chip. */
function Removal({ text, remove }: { text: string; remove: () => void }) {
  const label = asideWords.removeFromScope.replace('{what}', () => text);
  function onClick(event: MouseEvent & { currentTarget: HTMLElement }) {
    const before = event.currentTarget.previousElementSibling;
    if (before instanceof HTMLElement) before.focus();
    remove();
  }
  return (
    <button type="button" class="chip on" aria-label={label} title={label} onClick={onClick}>
      <bdi>{text}</bdi> <span aria-hidden="true">×</span>
    </button>
  );
}

/**
 * The name of a limit on sources in the reader's words, by its name in the interface. Those without a name of
 * their own are limits on sites, which share one.
 */
export function nameOfLimit(name: string): string {
  if (name === 'time_range') return asideWords.period;
  if (name === 'safe_search') return asideWords.safeSearch;
  return name === 'language' ? asideWords.language : asideWords.sites;
}
