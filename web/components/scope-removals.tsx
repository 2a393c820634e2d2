import { asideWords } from '../languages/aside-words.ts';
import { languageNames } from '../languages/language-names.ts';
import { SITE_PARAMS, sitesIn, withParam } from '../state/scope-params.ts';

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
