import { hostOf } from '../browser/host.ts';
import { words } from '../languages/words.ts';
import type { PageStep, PageTimes } from '../state/messages.ts';

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
        {words.searching} <bdi>{step.query}</bdi>
      </>
    );
  const [name, outcome] =
    step.kind === 'page'
      ? [hostOf(step.url), step.reason || words.pageRead]
      : [inWords(words.slot, step.engine), step.cause || inWords(words.slotStatus, step.status)];
  return (
    <>
      <bdi>{name}</bdi>: <bdi>{outcome}</bdi>, {words.duration(step.tookMs)}
    </>
  );
}

/** The text for one of the service's names; for an unknown name, the name itself. */
function inWords(table: object, name: string): string {
  return Object.hasOwn(table, name) ? Reflect.get(table, name) : name;
}
