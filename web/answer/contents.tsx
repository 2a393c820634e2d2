import { useEffect, useState } from 'preact/hooks';
import { copyToClipboard } from '../browser/clipboard.ts';
import { slugOf } from '../browser/fragments.ts';
import { asideWords } from '../languages/aside-words.ts';
import { isOfQuotes } from '../state/outcome.ts';
import type { ShownExchange } from '../state/state.ts';

/** From this number of headings on, an answer has a table of contents. */
const LEAST = 3;

/**
 * A button that lists the headings of the last whole answer. Each heading gets an address, so that it can be
 * linked; an address with one scrolls there once the answer is complete.
 */
export function Contents({ exchange, turn }: { exchange: ShownExchange; turn: number }) {
  const [headings, setHeadings] = useState<readonly HTMLElement[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const { blocks, answer } = exchange;
  // Above passages of the sources there are only their titles.
  const isWhole = answer !== null && !isOfQuotes(answer);
  useEffect(() => {
    const found = isWhole ? addressedHeadings(turn) : [];
    setHeadings(found);
    found.find(({ id }) => id === decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }, [blocks, turn, isWhole]);
  if (headings.length < LEAST) return null;
  return (
    <>
      <button type="button" class="how" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {asideWords.contents}
      </button>
      {isOpen && (
        <nav class="contents" aria-label={asideWords.contents}>
          <ol>
            {headings.map((heading) => (
              <li key={heading.id} class={`level-${heading.localName}`} dir="auto">
                <a href={`#${heading.id}`} onClick={(event) => goTo(heading, event)}>
                  {heading.textContent}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
    </>
  );
}

/** The headings of the answer, each with an id from its text and a link that copies its address. */
function addressedHeadings(turn: number): readonly HTMLElement[] {
  const text = document.querySelector(`[data-turn="${turn}"] .blocks`);
  const headings = Array.from(text?.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6') ?? []);
  const taken = new Map<string, number>();
  for (const heading of headings) {
    const slug = slugOf(heading.textContent);
    const count = (taken.get(slug) ?? 0) + 1;
    taken.set(slug, count);
    heading.id = count === 1 ? slug : `${slug}-${count}`;
    heading.tabIndex = -1;
    if (heading.querySelector('.heading-link') === null) heading.append(linkTo(heading));
  }
  return headings;
}

function linkTo(heading: HTMLElement): HTMLElement {
  const link = document.createElement('a');
  link.className = 'heading-link';
  link.href = `#${heading.id}`;
  link.setAttribute(
    'aria-label',
    asideWords.linkTo.replace('{what}', () => heading.textContent),
  );
  link.addEventListener('click', async (event) => {
    goTo(heading, event);
    if (!(await copyToClipboard(location.href))) return;
    link.setAttribute('aria-label', asideWords.linkCopied);
    link.classList.add('copied');
  });
  return link;
}

/** Without a new entry in the browser's history: Back leads to the question before, not up the answer. */
function goTo(heading: HTMLElement, event: MouseEvent): void {
  event.preventDefault();
  history.replaceState(history.state, '', `#${heading.id}`);
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}
