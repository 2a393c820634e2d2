import { atQuote } from '../browser/text-fragment.ts';
import type { PageSource } from '../state/messages.ts';
import { Basis, CardTop, SourceLink } from './source-card.tsx';

type CitationCardProps = { source: PageSource; place: number; quote: string };

const ID = 'citation-card';
const GAP = 6;

/**
 * The source of the citation at that position in the text, with the supporting sentence. If that sentence is
 * unknown, the excerpt is shown, which is no quotation.
 */
export function CitationCard({ source, place, quote }: CitationCardProps) {
  return (
    <div id={ID} role="tooltip" ref={(card) => settle(card, place)}>
      <CardTop source={source} />
      <p class="card-title" dir="auto">
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
