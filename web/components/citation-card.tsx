import { atQuote } from '../browser/text-fragment.ts';
import type { PageSource, QuotePlace } from '../state/messages.ts';
import { Basis, CardTop, SourceLink } from './source-card.tsx';

type CitationCardProps = { source: PageSource; place: number; quote: string; said: QuotePlace | null };

const ID = 'citation-card';
const GAP = 6;

/**
 * The source of the citation at that position in the text, with the supporting sentence, and the time at
 * which a video says it. If that sentence is unknown, the excerpt is shown, which is no quotation.
 */
export function CitationCard({ source, place, quote, said }: CitationCardProps) {
  return (
    <div id={ID} role="tooltip" ref={(card) => settle(card, place)}>
      <CardTop source={source} />
      <p class="card-title" dir="auto">
        <SourceLink source={source} href={said?.url ?? atQuote(source.url, quote)} />
        {said !== null && <span class="said-at"> {clockTime(said.second)}</span>}
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

/** `1:23`, or `1:02:03` from an hour on. */
function clockTime(second: number): string {
  const parts = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60];
  const [first, ...others] = second < 3600 ? parts.slice(1) : parts;
  return [first, ...others.map((part) => String(part).padStart(2, '0'))].join(':');
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
