import { useEffect, useRef, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import { words } from '../languages/words.ts';
import type { Commands } from '../state/commands.ts';
import type { ShownState } from '../state/state.ts';
import { type PlannedSearch, searchesOf } from './counts.ts';

type PlanProps = { state: ShownState; commands: Commands };

/**
 * The search queries of a deep answer, each with its state, until the text of the answer replaces them.
 */
export function Plan({ state, commands }: PlanProps) {
  const { plan, planDraft, phase, isFinishing, endsAtMs } = state;
  const timeLeft = endsAtMs !== null && <TimeLeft endsAtMs={endsAtMs} />;
  if (planDraft !== null) return <PlanEditor draft={planDraft} commands={commands} />;
  if (plan.length === 0)
    return (
      <div class="plan">
        <p>
          {asideWords.planning} {timeLeft}
        </p>
        <div class="placeholder" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      </div>
    );
  return (
    <div class="plan">
      <h3 id="plan">{asideWords.plan}</h3>
      <Queries state={state} />
      {phase !== 'writing' && !isFinishing && (
        <button type="button" class="tool" onClick={commands.stop}>
          {asideWords.answerNow}
        </button>
      )}
      {timeLeft}
    </div>
  );
}

/** The plan above its answer, folded. */
export function FoldedPlan({ state }: { state: ShownState }) {
  if (state.plan.length === 0) return null;
  return (
    <details class="plan folded">
      <summary id="plan">{asideWords.plan}</summary>
      <Queries state={state} />
    </details>
  );
}

/** Each query, how its search ended and what it found. */
function Queries({ state: { plan, steps, phase } }: { state: ShownState }) {
  const searches = searchesOf(steps);
  return (
    <ol aria-labelledby="plan">
      {plan.map((question, at) => {
        const search = searches[at];
        const isDone = search !== undefined || phase === 'ended';
        return (
          <li key={at} class={isDone ? 'done' : ''}>
            <span dir="auto">{question}</span>{' '}
            <span class="outcome">{isDone ? outcomeWords(search) : words.searching}</span>
          </li>
        );
      })}
    </ol>
  );
}

function outcomeWords(search: PlannedSearch | undefined): string {
  const { slotStatus, planFound, receipt } = asideWords;
  const { outcome = 'skipped', results = 0, pages = 0 } = search ?? {};
  if (outcome !== 'ok' || results === 0) return slotStatus[outcome];
  const found = words.counted(planFound, results);
  return pages === 0 ? found : `${found}, ${words.counted(receipt.pages, pages)}`;
}

/** The service's limits for a plan: the number of queries, and the characters of each. */
const MAX_QUERIES = 6;
const MAX_QUERY_CHARS = 200;

type PlanEditorProps = { draft: readonly string[]; commands: Commands };

/** The plan of a deep answer before it starts: each query can be changed or dropped, and others added. */
function PlanEditor({ draft, commands }: PlanEditorProps) {
  const [queries, setQueries] = useState(draft.slice(0, MAX_QUERIES));
  const form = useRef<HTMLFormElement>(null);
  const wanted = queries.map((query) => query.trim()).filter((query) => query !== '');
  function start(event: Event) {
    event.preventDefault();
    if (wanted.length > 0) commands.startPlan(wanted);
  }
  function drop(at: number) {
    setQueries(queries.toSpliced(at, 1));
    // The button that had the focus is gone.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('.main-button')?.focus());
  }
  return (
    <form class="plan plan-editor" aria-labelledby="plan" onSubmit={start} ref={form}>
      <h3 id="plan">{asideWords.plan}</h3>
      <ol>
        {queries.map((query, at) => (
          <li key={at}>
            <input
              dir="auto"
              maxLength={MAX_QUERY_CHARS}
              aria-label={`${asideWords.plan} ${at + 1}`}
              value={query}
              onInput={({ currentTarget }) => setQueries(queries.with(at, currentTarget.value))}
            />
            <button
              type="button"
              class="tool"
              aria-label={asideWords.removeNext.replace('{what}', () => query)}
              onClick={() => drop(at)}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <div class="tools">
        {queries.length < MAX_QUERIES && (
          <button type="button" class="tool" onClick={() => setQueries([...queries, ''])}>
            {asideWords.addQuery}
          </button>
        )}
        <button type="submit" class="main-button" disabled={wanted.length === 0}>
          {asideWords.startPlan}
        </button>
      </div>
    </form>
  );
}

/** From this many seconds on, minutes are shown. */
const LONG_SECONDS = 120;
/** A shorter time is shown in steps of so many seconds, because it is only a limit. */
const STEP_SECONDS = 5;

/** How much time the research has left at most; nothing once it is over. */
function TimeLeft({ endsAtMs }: { endsAtMs: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((endsAtMs - now) / 1000 / STEP_SECONDS) * STEP_SECONDS;
  if (seconds <= 0) return null;
  return <span class="time-left">{asideWords.timeLeft.replace('{time}', inUnits(seconds))}</span>;
}

function inUnits(seconds: number): string {
  const [count, unit] = seconds >= LONG_SECONDS ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  // The text uses the same digits as the rest of the page.
  const locale = `${document.documentElement.lang}-u-nu-latn`;
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** After a silence of so many seconds, readers want to know what is happening. */
const SILENCE_SECONDS = 5;

/** For how long nothing was written; screen readers do not hear each second. */
export function Silence() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const start = Date.now();
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - start) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  if (seconds < SILENCE_SECONDS) return null;
  return <span aria-hidden="true"> {words.duration(seconds * 1000).replace(/[.,٫]\d/, '')}</span>;
}
