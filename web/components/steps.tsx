import { hostOf } from '../host.ts';
import type { PageStep, PageTimes } from '../messages.ts';
import { words } from '../words.ts';

type Props = { steps: readonly PageStep[]; times: PageTimes | null };

/** How the answer came about, and where the time went. */
export function Steps({ steps, times }: Props) {
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

/** Each part keeps its own direction: hosts and reasons may be of another script than the page. */
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

/** What a name of the service is in words; the name itself where the page does not know it. */
function inWords(table: object, name: string): string {
  return Object.hasOwn(table, name) ? Reflect.get(table, name) : name;
}
