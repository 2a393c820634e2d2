import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from '../browser/drawing.tsx';
import { hostOf } from '../browser/host.ts';
import { nameOfLimit } from '../field/scope-panel.tsx';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { Commands } from '../state/commands.ts';
import type { PageStep } from '../state/messages.ts';
import { isInProgress, type ShownExchange, type ShownState } from '../state/state.ts';
import { type Receipt as Counts, toReceipt, toTimeShares } from './counts.ts';

/**
 * The button that opens the steps while the answer is in progress; later, the receipt has them. The steps
 * push the answer down instead of covering it, so they stay open until the reader closes them.
 */
export function StepsButton({ state }: { state: ShownState }) {
  const [isOpen, setIsOpen] = useState(false);
  const isAsking = isInProgress(state);
  if (!isAsking && !isOpen) return null;
  function toggle() {
    setIsOpen(!isOpen);
    // The button disappears, and the focus needs another place.
    if (!isAsking) document.querySelector<HTMLElement>('#asked')?.focus();
  }
  return (
    <>
      <button type="button" class="how" aria-expanded={isOpen} onClick={toggle}>
        {asideWords.steps}
      </button>
      {isOpen && <StepList steps={state.steps} question={state.question} />}
    </>
  );
}

/** What the answer took, folded: one line, where the time went, and the steps. */
export const Receipt = memo(({ exchange }: { exchange: ShownExchange }) => {
  const line = toLine(toReceipt(exchange), exchange.totalMs);
  if (line === '') return null;
  return (
    <details class="receipt">
      <summary>{asideWords.steps}</summary>
      <p>
        <bdi>{line}</bdi>
      </p>
      <Times exchange={exchange} />
      <StepList steps={exchange.steps} question={exchange.question} />
    </details>
  );
});

/** The parts that are known, from what was searched to how long it took. */
function toLine(
  { searches, pages, words: count, model, tokens, cost }: Counts,
  totalMs: number | null,
): string {
  const { receipt } = asideWords;
  const parts = [
    searches > 0 ? words.counted(receipt.searches, searches) : '',
    pages > 0 ? words.counted(receipt.pages, pages) : '',
    model === 'instant' ? receipt.computed : '',
    model === 'extractive' ? words.counted(receipt.quoted, count) : '',
    isModel(model) && count > 0 ? words.counted(receipt.written, count, { model }) : '',
    tokens > 0 ? words.counted(receipt.tokens, tokens) : '',
    cost,
    totalMs === null ? '' : words.duration(totalMs),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function isModel(name: string): boolean {
  return name !== '' && name !== 'instant' && name !== 'extractive';
}

/** A bar for each step, at its place in the whole time. */
function Times({ exchange }: { exchange: ShownExchange }) {
  const { timeTitle, timeParts } = asideWords.receipt;
  const shares = toTimeShares(exchange);
  if (shares.length === 0) return null;
  return (
    <ul class="time-bars" aria-label={timeTitle}>
      {shares.map(({ part, ms, start, share }) => (
        <li key={part}>
          <span>{timeParts[part]}</span>
          <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <rect x={start} width={share} height="1" />
          </svg>
          <span>{words.duration(ms)}</span>
        </li>
      ))}
    </ul>
  );
}

type SearchedForProps = { steps: readonly PageStep[]; commands: Commands };

/** What a follow-up was searched for; pressing it puts these words into the field, to be corrected. */
export function SearchedFor({ steps, commands }: SearchedForProps) {
  const step = steps.find(({ kind }) => kind === 'query');
  if (step?.kind !== 'query') return null;
  const { query } = step;
  return (
    <p class="searched-for">
      {asideWords.searchedFor}{' '}
      <button
        type="button"
        class="chip"
        dir="auto"
        aria-label={asideWords.editNext.replace('{what}', () => query)}
        onClick={() => commands.correct(query)}
      >
        {query}
      </button>
    </p>
  );
}

/** Says which limits on sources had no effect, if a search that found something did not respect them. */
export function SearchedWithout({ steps }: { steps: readonly PageStep[] }) {
  const ignored = steps.flatMap((step) => (step.kind === 'slot' && step.status === 'ok' ? step.ignored : []));
  if (ignored.length === 0) return null;
  const names = [...new Set(ignored.map(nameOfLimit))].join(', ');
  return <p class="searched-for">{asideWords.searchedWithout.replace('{what}', () => names)}</p>;
}

type StepListProps = {
  steps: readonly PageStep[];
  /** What was searched for, if no step names a query. */
  question: string;
};

/** The steps of the answer, and the time of each. */
function StepList({ steps, question }: StepListProps) {
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
  return timed(name, withCause(outcome, cause), step.tookMs);
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
function withCause(outcome: string, cause: string) {
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
