import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { placeBeside } from '../browser/above-the-page.ts';
import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from '../state/commands.ts';
import { exchangesOf, type ShownExchange, type ShownState } from '../state/state.ts';
import { Finding } from './findings.tsx';
import { doubtfulIn, type PageStatement } from './statements.ts';

/** How long the pointer has to rest on a sentence, in milliseconds. */
const REST_MS = 350;

type SentenceCardProps = { state: ShownState; commands: Commands };

/** A sentence at which the reader points, and the line of it there. */
type PointedSentence = {
  readonly statement: PageStatement;
  readonly exchange: ShownExchange;
  readonly turn: number;
  readonly line: DOMRect;
};

/**
 * Pointing at a marked sentence, or touching it, opens a card with what the sources say instead. The list
 * below the answer has the same for the keyboard.
 */
export function SentenceCard({ state, commands }: SentenceCardProps) {
  const [pointed, setPointed] = useState<PointedSentence | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const exchanges = useRef<readonly ShownExchange[]>([]);
  exchanges.current = exchangesOf(state);
  useEffect(() => listen(card, (event) => setPointed(sentenceAt(event, exchanges.current))), []);
  useLayoutEffect(() => {
    if (pointed === null || card.current === null) return;
    card.current.showPopover();
    placeBeside(card.current, pointed.line);
  }, [pointed]);
  function ask(question: string) {
    card.current?.hidePopover();
    commands.ask(question);
  }
  const { differs, notFound } = asideWords;
  const name = pointed?.statement.verdict === 'differs' ? differs : notFound;
  return (
    <div id="sentence-card" class="over" popover="auto" role="dialog" aria-label={name} ref={card}>
      {pointed !== null && <Finding {...pointed} ask={ask} />}
    </div>
  );
}

type Reference<Value> = { readonly current: Value | null };

/** Calls `point` for each click and each rest of the pointer; returns a function that ends that. */
function listen(card: Reference<HTMLElement>, point: (event: MouseEvent) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const isOpen = () => card.current?.matches(':popover-open') === true;
  let resting = 0;
  const rest = (event: MouseEvent) => {
    clearTimeout(resting);
    // The card of the citation would be below this one.
    if (isOpen() && event.target instanceof Element && event.target.closest('a.citation') !== null)
      card.current?.hidePopover();
    if (event.buttons === 0 && !isOpen()) resting = Number(setTimeout(point, REST_MS, event));
  };
  const click = (event: MouseEvent) => {
    // What is inside the card has actions of its own.
    if (!(event.target instanceof Node && card.current?.contains(event.target))) point(event);
  };
  document.addEventListener('click', click, { signal });
  document.addEventListener('mousemove', rest, { signal, passive: true });
  addEventListener('scroll', () => isOpen() && card.current?.hidePopover(), { signal, passive: true });
  return () => {
    clearTimeout(resting);
    listening.abort();
  };
}

/** The doubtful sentence at which the event points; null if there is none. */
function sentenceAt(
  { target, clientY }: MouseEvent,
  exchanges: readonly ShownExchange[],
): PointedSentence | null {
  if (!(target instanceof Element) || target.closest('a, button') !== null) return null;
  const span = target.closest<HTMLElement>('[data-statement]');
  const turn = Number(span?.closest<HTMLElement>('[data-turn]')?.dataset.turn);
  const exchange = exchanges[turn];
  if (span === null || !exchange?.answer || getSelection()?.isCollapsed === false) return null;
  const index = Number(span.dataset.statement);
  const statement = doubtfulIn(exchange.statements).find((each) => each.index === index);
  if (statement === undefined) return null;
  const line = Array.from(span.getClientRects()).find(
    ({ top, bottom }) => top <= clientY && clientY <= bottom,
  );
  return { statement, exchange, turn, line: line ?? span.getBoundingClientRect() };
}
