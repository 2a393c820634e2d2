import { atQuote } from '../browser/fragments.ts';
import type { PageSource } from '../state/messages.ts';
import type { OpenCard } from '../state/state.ts';
import { Basis, CardTop, SourceLink } from './source-cards.tsx';

type CitationCardProps = { source: PageSource; number: number | undefined; place: number; quote: string };

const ID = 'citation-card';
const GAP = 6;

/**
 * The source of the citation at that position in the text, with the supporting sentence. If that sentence is
 * unknown, the excerpt is shown, which is no quotation.
 */
export function CitationCard({ source, number, place, quote }: CitationCardProps) {
  return (
    <div id={ID} class="over" role="tooltip" dir="auto" ref={(card) => settle(card, place)}>
      <CardTop source={source} number={number} />
      <p class="card-title">
        <SourceLink source={source} href={atQuote(source.url, quote)} />
      </p>
      <Basis source={source} />
      {quote === '' ? (
        <p class="card-snippet" dir="auto">
          {source.snippet}
        </p>
      ) : (
        <blockquote dir="auto">{quote}</blockquote>
      )}
    </div>
  );
}

/**
 * Places the card below its citation, or above it if there is room only there, and makes it the description
 * of the citation.
 */
function settle(card: HTMLElement | null, place: number) {
  document.querySelector(`[aria-describedby=${ID}]`)?.removeAttribute('aria-describedby');
  const text = card?.parentElement;
  const link = text?.querySelectorAll('a.citation')[place];
  if (!card || !text || !link) return;
  link.setAttribute('aria-describedby', ID);
  const frame = text.getBoundingClientRect();
  // A citation that is broken over two lines has several boxes; the card is placed at the first one.
  const { left, top, bottom } = link.getClientRects()[0] ?? frame;
  const { offsetWidth, offsetHeight } = card;
  const isBelow = bottom + offsetHeight + GAP < innerHeight || top < offsetHeight;
  card.style.left = `${Math.max(0, Math.min(left - frame.left, frame.width - offsetWidth))}px`;
  card.style.top = `${(isBelow ? bottom + GAP : top - GAP - offsetHeight) - frame.top}px`;
}

/**
 * How long a card stays open after the pointer has left its citation, in milliseconds: long enough to reach
 * the card.
 */
const LINGER_MS = 200;

/**
 * Pointing at a citation, focusing it or touching it opens its card; a plain click moves to its source, and a
 * click with a modifier follows the link. A click of the mouse also keeps the card open until Escape, a click
 * elsewhere or a second click. The citations are part of the service's HTML, so their events are handled on
 * an ancestor, to which they bubble.
 * @param openCard opens the card of a citation; null closes it
 * @returns a function that ends this
 */
export function listenToCitations(openCard: (card: OpenCard | null) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let closing = 0;
  let openedBy = '';
  /** The citation whose card a click keeps open. */
  let pinned: Element | null = null;

  /** Only a click elsewhere, or the focus of another citation, ends a pinned card. */
  function isKept({ target, type }: Event): boolean {
    if (pinned === null || !isCardOpen()) return false;
    const link = linkAt(target);
    const isSame = link === null || link === pinned;
    return isInCard(target) || type === 'mouseover' || (type === 'focusin' && isSame);
  }
  function follow(event: Event) {
    const card = citationAt(event.target);
    // Moving the pointer elsewhere does not close a card that was opened by keyboard or touch, nor keep it open.
    if (card === null && event.type === 'mouseover' && openedBy !== 'mouseover') return;
    clearTimeout(closing);
    if (isKept(event)) return;
    pinned = null;
    if (card !== null) {
      openedBy = event.type;
      openCard(card);
    } else if (!isInCard(event.target)) {
      closing = Number(setTimeout(openCard, LINGER_MS, null));
    }
  }
  // If lines break differently, the card is no longer next to its citation. A phone's tool bar changes only
  // the height, which does not matter.
  let width = innerWidth;
  const onResize = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    openCard(null);
  };
  const onClick = (event: MouseEvent) => {
    const card = citationAt(event.target);
    if (card === null) return follow(event);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = linkAt(event.target);
    const isSecond = pinned === link && isCardOpen();
    const isThere = isTouch(event) || isSecond || goToSource(card);
    // A click by keyboard has no detail. It opens the source if the list of sources is out of view.
    if (event.detail === 0 && !isThere) return;
    event.preventDefault();
    // A touch cannot point at a citation first, so it shows the card, which contains the link.
    if (isTouch(event)) return follow(event);
    if (event.detail === 0) return;
    clearTimeout(closing);
    openedBy = 'mouseover';
    pinned = isSecond ? null : link;
    openCard(isSecond ? null : card);
  };
  addEventListener('resize', onResize, { signal });
  document.addEventListener('mouseover', follow, { signal });
  document.addEventListener('focusin', follow, { signal });
  document.addEventListener('click', onClick, { signal });
  // A citation may have been focused or pointed at before this file was loaded.
  const focused = citationAt(document.activeElement);
  const waiting = focused ?? citationAt(document.querySelector('a.citation:hover'));
  if (waiting !== null) {
    openedBy = focused === null ? 'mouseover' : 'focusin';
    openCard(waiting);
  }
  return () => {
    clearTimeout(closing);
    listening.abort();
  };
}

/**
 * Moves to the source in the list of its exchange; in the list of the last one, ids have no turn. False if
 * the list is not shown.
 */
function goToSource({ turn, source }: OpenCard): boolean {
  const card =
    document.getElementById(`source-${turn}-${source}`) ?? document.getElementById(`source-${source}`);
  card?.closest('details')?.setAttribute('open', '');
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  card?.querySelector('a')?.focus({ preventScroll: true });
  return card?.checkVisibility() === true;
}

function isTouch(event: MouseEvent): boolean {
  return (
    (event instanceof PointerEvent && event.pointerType === 'touch') || matchMedia('(hover: none)').matches
  );
}

function isCardOpen(): boolean {
  return document.getElementById('citation-card') !== null;
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('#citation-card') !== null;
}

/** The link of the citation of the event; null if there is none. */
function linkAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('a.citation') : null;
}

/** The card of that citation. */
function citationAt(target: EventTarget | null): OpenCard | null {
  const link = linkAt(target);
  const text = link?.closest<HTMLElement>('[data-turn]');
  if (!link || !text) return null;
  return {
    turn: Number(text.dataset.turn),
    place: Array.from(text.querySelectorAll('a.citation')).indexOf(link),
    source: Number(link.dataset.source),
  };
}
