import type { ComponentChildren } from 'preact';
import { hostOf } from '../browser/host.ts';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { PageStep } from '../state/messages.ts';
import { nameOfLimit } from './name-of-limit.ts';

type StepListProps = {
  steps: readonly PageStep[];
  /** What was searched for, if no step names a query. */
  question: string;
};

/** The steps of the answer, and the time of each. */
export function StepList({ steps, question }: StepListProps) {
  const isSearch = steps[0]?.kind === 'slot';
  const engines = enginesOf(steps);
  return (
    <ul class="steps" id="steps">
      {isSearch && (
        <li>
          <Query query={question} />
        </li>
      )}
      {steps.map((step, at) => (
        <li key={at} class={hasFailed(step) ? 'failed' : ''}>
          <Step step={step} engines={engines} />
        </li>
      ))}
    </ul>
  );
}

/** Each part has its own text direction, because hosts and reasons may be in another script than the page. */
function Step({ step, engines }: { step: PageStep; engines: readonly string[] }) {
  if (step.kind === 'query') return <Query query={step.query} />;
  if (step.kind === 'page')
    return timed(hostOf(step.url) || words.documents, step.reason || readWords(step.renderedBy), step.tookMs);
  const { slot, slotStatus, slotReasons } = asideWords;
  const stated = inWords(slotReasons, step.reason) || inWords(slotStatus, step.status);
  // Entries of an older version of the page have no such list.
  const ignored = (step.ignored ?? []).map(nameOfLimit).join(', ');
  const outcome =
    ignored === '' ? stated : `${stated}, ${asideWords.filterIgnored.replace('{what}', ignored)}`;
  const name = Object.values(slot)[engines.indexOf(step.engine)] ?? step.engine;
  // Here "tertiary (mediawiki)" would be a second way of counting.
  const cause = step.cause.replace(/^\w+ \(([^)]+)\)(?=: )/, '$1');
  return timed(name, outcomeWords(outcome, cause), step.tookMs);
}

/** The searches that are shown, in the order of the service; only these are counted, without gaps. */
function enginesOf(steps: readonly PageStep[]): readonly string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === 'slot' ? step.engine : [])))].sort();
}

/** Entries of an older version of the page do not say what rendered it. */
function readWords(renderedBy = ''): string {
  return renderedBy === ''
    ? asideWords.pageRead
    : `${asideWords.pageRead}, ${words.inBrowser} (${renderedBy})`;
}

function Query({ query }: { query: string }) {
  return (
    <>
      {asideWords.searchedFor} <bdi>{query}</bdi>
    </>
  );
}

function hasFailed(step: PageStep): boolean {
  return step.kind === 'page' ? step.reason !== '' : step.kind === 'slot' && step.status === 'failed';
}

/** The kind of failure, and the cause as the service reports it, which is in English. */
function outcomeWords(outcome: string, cause: string) {
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
