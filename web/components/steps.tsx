import type { ComponentChildren } from 'preact';
import { hostOf } from '../browser/host.ts';
import { installation } from '../browser/installation.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { PageStep, PageTimes } from '../state/messages.ts';
import { nameOfLimit } from './name-of-limit.ts';

type StepsProps = { steps: readonly PageStep[]; times: PageTimes | null };

/** The steps of the answer, and the time of each. */
export function Steps({ steps, times }: StepsProps) {
  return (
    <ul class="steps" id="steps">
      {steps.map((step, at) => (
        <li key={at}>
          <Step step={step} />
        </li>
      ))}
      {times !== null && <li class="times">{words.times(times)}</li>}
    </ul>
  );
}

/** Each part has its own text direction, because hosts and reasons may be in another script than the page. */
function Step({ step }: { step: PageStep }) {
  if (step.kind === 'query')
    return (
      <>
        {words.searchingIn(installation())} <bdi>{step.query}</bdi>
      </>
    );
  if (step.kind === 'page')
    return timed(hostOf(step.url) || words.documents, step.reason || words.pageRead, step.tookMs);
  const { slot, slotStatus, slotReasons } = asideWords;
  const stated = inWords(slotReasons, step.reason) || inWords(slotStatus, step.status);
  // Entries of an older version of the page have no such list.
  const ignored = (step.ignored ?? []).map(nameOfLimit).join(', ');
  const outcome =
    ignored === '' ? stated : `${stated}, ${asideWords.filterIgnored.replace('{what}', ignored)}`;
  return timed(inWords(slot, step.engine), told(outcome, step.cause), step.tookMs);
}

/** The kind of failure, and the cause as the service reports it, which is in English. */
function told(outcome: string, cause: string) {
  return cause === '' ? (
    outcome
  ) : (
    <>
      {outcome} (<bdi>{cause}</bdi>)
    </>
  );
}

function timed(name: string, outcome: ComponentChildren, tookMs: number) {
  return (
    <>
      <bdi>{name}</bdi>: <bdi>{outcome}</bdi>, {words.duration(tookMs)}
    </>
  );
}

/** The text for one of the service's names; for an unknown name, the name itself. */
function inWords(table: object, name: string): string {
  return Object.hasOwn(table, name) ? Reflect.get(table, name) : name;
}
