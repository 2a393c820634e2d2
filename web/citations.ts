import type { Commands } from './components/commands.ts';

/**
 * Ties the citations inside an element to the cards of their sources: pointing at one or reaching it by keyboard
 * highlights its card, a plain click goes there; with a modifier a citation stays the link it is. The citations are
 * part of the service's HTML, so their events are caught where they bubble to. Returns what unties them.
 */
export function tieCitations(element: Element, commands: Commands): () => void {
  const untie = new AbortController();
  const { signal } = untie;
  const point = (event: Event) => commands.pointAt(citedBy(event));
  const release = () => commands.pointAt(null);
  element.addEventListener('mouseover', point, { signal });
  element.addEventListener('mouseleave', release, { signal });
  element.addEventListener('focusin', point, { signal });
  element.addEventListener('focusout', release, { signal });
  element.addEventListener(
    'click',
    (event) => {
      const source = citedBy(event);
      if (source === null || !(event instanceof MouseEvent) || hasModifier(event)) return;
      event.preventDefault();
      commands.goTo(source);
    },
    { signal },
  );
  return () => untie.abort();
}

function hasModifier(event: MouseEvent): boolean {
  return event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

/** The number of the source that the citation under the event names, null where there is no citation. */
function citedBy(event: Event): number | null {
  const link = event.target instanceof Element ? event.target.closest('a.citation') : null;
  const digits = /\d+/.exec(link?.textContent ?? '');
  return digits === null ? null : Number(digits[0]);
}
