import { hostOf } from '../host.ts';
import type { PageStep } from '../messages.ts';
import { hasBody, type Notice } from '../notice.ts';
import { isAsking, type State } from '../state.ts';
import { words } from '../words.ts';

type Props = { state: State; notice: Notice | null };

/**
 * One line that says where things stand, and how it came to that for those who open it. It is always there: a live region
 * must exist before it speaks. Where something stands below it, it stays to the end, so that nothing jumps up.
 */
export function StatusLine({ state, notice }: Props) {
  const seen = textInSight(state, notice);
  return (
    <div class={seen === '' ? 'off-screen' : `progress ${isAsking(state) ? 'under-way' : ''}`}>
      <p class="status" role="status">
        {notice !== null && state.phase === 'ended' && (
          <span class="off-screen">{words.notices[notice.kind].title} </span>
        )}
        {seen}
      </p>
      {seen !== '' && state.steps.length > 0 && (
        <details>
          <summary>{words.steps}</summary>
          <ul>
            {state.steps.map((step, at) => (
              <li key={at}>
                <Step step={step} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function textInSight(state: State, notice: Notice | null): string {
  const count = state.sources.length;
  if (state.phase === 'idle') return '';
  if (state.phase === 'searching') return words.searching;
  if (state.phase === 'reading') return words.reading(hostsOf(state.steps));
  if (state.phase === 'writing') return words.writing(count);
  if (notice === null || (count === 0 && hasBody(state))) return words.answered(state.totalMs, count);
  // Where nothing was found, how it was searched for is all there is to tell.
  return count + state.steps.length > 0 ? words.found(count) : '';
}

/** The hosts of the pages that were read, each once. */
function hostsOf(steps: readonly PageStep[]): string[] {
  const hosts = steps.map((step) => (step.kind === 'page' && step.reason === '' ? hostOf(step.url) : ''));
  return [...new Set(hosts)].filter((host) => host !== '');
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
