import { useRef, useState } from 'preact/hooks';
import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from './commands.ts';

/** The service's limits for a plan: the number of queries, and the characters of each. */
const MAX_QUERIES = 6;
const MAX_QUERY_CHARS = 200;

type PlanEditorProps = { draft: readonly string[]; commands: Commands };

/** The plan of a deep answer before it starts: each query can be changed or dropped, and others added. */
export function PlanEditor({ draft, commands }: PlanEditorProps) {
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
