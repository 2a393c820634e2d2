import type { OpenCard } from './state.ts';

/** What can be done with a citation. */
export type CitationCommands = {
  /** Opens the card of a citation, null closes it. */
  openCard(card: OpenCard | null): void;
  /** Goes to the source among the sources of that exchange. */
  goTo(turn: number, source: number): void;
};

/** How long a card outlives the pointer that leaves its citation, in milliseconds: long enough to reach the card. */
const LINGER_MS = 200;

/**
 * Pointing at a citation, reaching it by keyboard or touching it opens its card; a plain click goes to its source, and with a
 * modifier it stays the link it is. The citations are part of the service's HTML, so events are caught where they bubble to.
 */
export function listenToCitations({ openCard, goTo }: CitationCommands): void {
  let closing = 0;
  let openedBy = '';

  function follow(event: Event) {
    clearTimeout(closing);
    const card = citationAt(event.target);
    // A pointer that rests elsewhere does not close what a key or a finger has opened.
    const mayClose = openedBy === 'mouseover' || event.type !== 'mouseover';
    if (card !== null) {
      openedBy = event.type;
      openCard(card);
    } else if (mayClose && !isInCard(event.target)) {
      closing = Number(setTimeout(openCard, LINGER_MS, null));
    }
  }
  // Lines that break anew leave the card behind; a phone's tool bar that comes and goes changes the height alone.
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    openCard(null);
  });
  document.addEventListener('mouseover', follow);
  document.addEventListener('focusin', follow);
  document.addEventListener('click', (event) => {
    const card = citationAt(event.target);
    if (card === null) return follow(event);
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Who touches has no way to point: the first touch shows the card, and the card holds the link.
    if (isTouch(event)) follow(event);
    else goTo(card.turn, card.source);
  });
}

function isTouch(event: MouseEvent): boolean {
  return (
    (event instanceof PointerEvent && event.pointerType === 'touch') || matchMedia('(hover: none)').matches
  );
}

function isInCard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('#citation-card') !== null;
}

/** The citation under the event, null where there is none. */
function citationAt(target: EventTarget | null): OpenCard | null {
  const link = target instanceof Element ? target.closest('a.citation') : null;
  const text = link?.closest<HTMLElement>('[data-turn]');
  if (!link || !text) return null;
  return {
    turn: Number(text.dataset.turn),
    place: Array.from(text.querySelectorAll('a.citation')).indexOf(link),
    source: Number(/\d+/.exec(link.textContent)?.[0]),
  };
}
