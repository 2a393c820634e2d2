import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { placeBeside } from '../browser/above-the-page.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from '../state/commands.ts';
import { isUnanswered } from '../state/outcome.ts';
import type { ShownExchange } from '../state/state.ts';
import { relatedTo } from './related.ts';

/** Questions from the titles of the sources, each a button that asks it. */
export function Related({ exchange, commands }: { exchange: ShownExchange; commands: Commands }) {
  const questions = exchange.answer === null || isUnanswered(exchange) ? [] : relatedTo(exchange);
  if (questions.length === 0) return null;
  return (
    <section class="related" aria-labelledby="related-title">
      <h3 id="related-title">{asideWords.related}</h3>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" class="tool" dir="auto" onClick={() => commands.ask(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A longer passage is cut, in characters. */
const MAX_PASSAGE_CHARS = 300;
/** The selection has to rest for this long, in milliseconds. */
const REST_MS = 250;
const QUESTIONS = ['explain', 'check', 'origin'] as const;

/** The selected text of an answer, and its place. */
type SelectedPassage = { readonly text: string; readonly range: Range };

type SelectionBarProps = Pick<Commands, 'ask'>;

/**
 * Selecting a passage of an answer shows three questions about it, which are asked as a follow-up. With the
 * keyboard, Tab leads from the selection to them. Escape closes them.
 */
export function SelectionBar({ ask }: SelectionBarProps) {
  const [passage, setPassage] = useState<SelectedPassage | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => listen(bar, setPassage), []);
  useLayoutEffect(() => {
    if (passage === null || bar.current === null) return bar.current?.hidePopover();
    bar.current.showPopover();
    // Below it, the menus of phones leave room.
    placeBeside(bar.current, passage.range.getBoundingClientRect());
  }, [passage]);
  const { titles, questions } = asideWords.passage;
  function choose(question: string) {
    setPassage(null);
    getSelection()?.removeAllRanges();
    ask(question);
  }
  return (
    // Pressing a button must not end the selection.
    <div
      id="selection-bar"
      class="over"
      popover="manual"
      ref={bar}
      onPointerDown={(event) => event.preventDefault()}
    >
      {passage !== null &&
        QUESTIONS.map((kind) => (
          <button
            key={kind}
            type="button"
            class="tool"
            onClick={() => choose(questions[kind].replace('{what}', () => passage.text))}
          >
            {titles[kind]}
          </button>
        ))}
    </div>
  );
}

/** Calls `choose` with each selected passage, and with null when it is no longer; returns how to end that. */
function listen(
  bar: { readonly current: HTMLElement | null },
  choose: (passage: SelectedPassage | null) => void,
): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const show = () => choose(selectedPassage());
  // A passage may be selected already.
  let resting = Number(setTimeout(show, REST_MS));
  const onChange = () => {
    clearTimeout(resting);
    resting = Number(setTimeout(show, REST_MS));
  };
  const onKey = (event: KeyboardEvent) => {
    const { current } = bar;
    if (current?.matches(':popover-open') !== true) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      // Otherwise a selection that was changed just before would bring it back.
      clearTimeout(resting);
      choose(null);
    }
    if (event.key !== 'Tab' || event.shiftKey || current.contains(document.activeElement)) return;
    event.preventDefault();
    current.querySelector('button')?.focus();
  };
  document.addEventListener('selectionchange', onChange, { signal });
  document.addEventListener('keydown', onKey, { signal, capture: true });
  addEventListener('scroll', () => choose(null), { signal, passive: true });
  return () => {
    clearTimeout(resting);
    listening.abort();
  };
}

/** The selected text of an answer and its range; null if nothing or something else is selected. */
function selectedPassage(): SelectedPassage | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const { commonAncestorContainer: node } = range;
  const element = node instanceof Element ? node : node.parentElement;
  if (element?.closest('.blocks') == null) return null;
  // The numbers of citations and the characters that forbid line breaks are no part of what is asked.
  const text = String(selection)
    .replace(/\u2060\s*\d+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? null : { text: Array.from(text).slice(0, MAX_PASSAGE_CHARS).join(''), range };
}
