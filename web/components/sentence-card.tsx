import { render } from 'preact';
import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from './commands.ts';
import { Finding } from './finding.tsx';
import { type DoubtfulSentence, doubtfulAt } from './mark-doubtful.ts';

/** How long the pointer has to rest on a sentence, in milliseconds. */
const REST_MS = 350;
const GAP = 6;

/**
 * Pointing at a marked sentence, or touching it, opens a card with what the sources say instead. The list
 * below the answer has the same for the keyboard.
 */
export function listenToSentences(commands: Commands): void {
  const card = document.createElement('div');
  card.id = 'sentence-card';
  card.popover = 'auto';
  card.role = 'dialog';
  document.body.append(card);
  let resting = 0;

  function openAt({ target, clientX, clientY }: MouseEvent) {
    const isText = target instanceof Element && target.closest('.blocks') !== null;
    if (!isText || target.closest('a, button') !== null) return;
    const sentence = doubtfulAt(clientX, clientY);
    if (sentence === undefined || getSelection()?.isCollapsed === false) return;
    render(<Finding statement={sentence.statement} ask={ask} />, card);
    const { differs, notFound } = asideWords;
    card.ariaLabel = sentence.statement.verdict === 'differs' ? differs : notFound;
    card.showPopover();
    place(card, sentence, clientY);
  }

  function ask(question: string) {
    card.hidePopover();
    commands.ask(question);
  }

  document.addEventListener('click', openAt);
  document.addEventListener('mousemove', (event) => {
    clearTimeout(resting);
    if (event.buttons === 0 && !card.matches(':popover-open'))
      resting = Number(setTimeout(openAt, REST_MS, event));
  });
  addEventListener('scroll', () => card.matches(':popover-open') && card.hidePopover(), { passive: true });
}

/** Below the line of the sentence at which the reader points, or above it if there is no room. */
function place(card: HTMLElement, { range }: DoubtfulSentence, y: number) {
  const lines = Array.from(range.getClientRects());
  const line = lines.find(({ top, bottom }) => top <= y && y <= bottom) ?? range.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = card;
  const isBelow = line.bottom + GAP + offsetHeight < innerHeight;
  card.style.left = `${Math.max(GAP, Math.min(line.left, innerWidth - offsetWidth - GAP))}px`;
  card.style.top = `${Math.max(GAP, isBelow ? line.bottom + GAP : line.top - GAP - offsetHeight)}px`;
}
