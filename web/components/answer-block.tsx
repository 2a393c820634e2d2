import { setTrustedHtml } from '../browser/trusted-html.ts';
import { words } from '../languages/words.ts';
import { memo } from './memo.ts';

/** A character that forbids a line break at its position (word joiner, Unicode TR 14). */
const JOINER = '\u2060';

/** The HTML that each element shows, so that closed blocks are not written again. */
const shown = new WeakMap<Element, string>();

/** One top-level block of the answer. */
export const AnswerBlock = memo(({ html }: { html: string }) => (
  <div class="block" ref={(element) => fill(element, html)} />
));

function fill(element: Element | null, html: string) {
  if (element === null || shown.get(element) === html) return;
  shown.set(element, html);
  setTrustedHtml(element, html);
  openLinksElsewhere(element);
  tieCitations(element);
  frameTables(element);
}

/** The link opens in another tab, because following it must not lose the answer. */
function openLinksElsewhere(block: Element) {
  for (const link of block.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    link.target = '_blank';
    link.relList.add('noopener', 'noreferrer');
    // The title is removed, because the card shows more and the browser's tooltip would cover it.
    if (link.className === 'citation') link.removeAttribute('title');
  }
}

/** A citation shows only its number and stays on the line of the word before it. */
function tieCitations(block: Element) {
  for (const link of block.querySelectorAll('a.citation')) {
    link.textContent = (link.textContent ?? '').replace(/\D/g, '');
    const before = link.previousSibling;
    if (before instanceof Text) before.data = `${before.data.trimEnd()}${JOINER}`;
    else link.before(JOINER);
  }
}

/**
 * A wide table scrolls on its own, and by keyboard too, so that the page does not scroll sideways. The frame
 * takes over the table's direction: otherwise a table in Arabic would be at the left, where its text ends.
 */
function frameTables(block: Element) {
  for (const table of block.querySelectorAll('table')) {
    const frame = document.createElement('div');
    frame.className = 'table-frame';
    frame.tabIndex = 0;
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', words.table);
    frame.dir = table.matches(':dir(rtl)') ? 'rtl' : 'ltr';
    // A number with its unit keeps its order in a table of another direction.
    for (const cell of table.querySelectorAll<HTMLElement>('th, td')) cell.dir = 'auto';
    table.removeAttribute('dir');
    table.replaceWith(frame);
    frame.append(table);
  }
}
