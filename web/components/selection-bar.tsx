import { render } from 'preact';
import { asideWords } from '../languages/aside-words.ts';
import type { Commands } from './commands.ts';

/** A longer passage is cut, in characters. */
const MAX_PASSAGE_CHARS = 300;
/** The selection has to rest for this long, in milliseconds. */
const REST_MS = 250;
const GAP = 8;
const QUESTIONS = ['explain', 'check', 'origin'] as const;

/**
 * Selecting a passage of an answer shows three questions about it, which are asked as a follow-up. With the
 * keyboard, Tab leads from the selection to them. Escape closes them.
 */
export function listenToSelection({ ask }: Pick<Commands, 'ask'>): void {
  const bar = document.createElement('div');
  bar.id = 'selection-bar';
  bar.popover = 'manual';
  document.body.append(bar);
  // A passage may be selected already.
  let resting = Number(setTimeout(show, REST_MS));

  function hide() {
    if (bar.matches(':popover-open')) bar.hidePopover();
  }

  function show() {
    const passage = selectedPassage();
    if (passage === null) return hide();
    const choose = (question: string) => {
      hide();
      getSelection()?.removeAllRanges();
      ask(question);
    };
    render(<Questions text={passage.text} choose={choose} />, bar);
    bar.showPopover();
    place(bar, passage.range);
  }

  document.addEventListener('selectionchange', () => {
    clearTimeout(resting);
    resting = Number(setTimeout(show, REST_MS));
  });
  // Pressing a button must not end the selection.
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
  document.addEventListener(
    'keydown',
    (event) => {
      if (!bar.matches(':popover-open')) return;
      if (event.key === 'Escape') {
        event.stopPropagation();
        hide();
      }
      if (event.key !== 'Tab' || event.shiftKey || bar.contains(document.activeElement)) return;
      event.preventDefault();
      bar.querySelector('button')?.focus();
    },
    true,
  );
  addEventListener('scroll', hide, { passive: true });
}

function Questions({ text, choose }: { text: string; choose: (question: string) => void }) {
  const { titles, questions } = asideWords.passage;
  return QUESTIONS.map((kind) => (
    <button
      key={kind}
      type="button"
      class="tool"
      onClick={() => choose(questions[kind].replace('{what}', () => text))}
    >
      {titles[kind]}
    </button>
  ));
}

/** The selected text of an answer and its range; null if nothing or something else is selected. */
function selectedPassage(): { readonly text: string; readonly range: Range } | null {
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

/** Below the selection, where the menus of phones leave room, or above it at the end of the window. */
function place(bar: HTMLElement, range: Range): void {
  const { left, top, bottom } = range.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = bar;
  const isBelow = bottom + GAP + offsetHeight < innerHeight;
  bar.style.left = `${Math.max(GAP, Math.min(left, innerWidth - offsetWidth - GAP))}px`;
  bar.style.top = `${Math.max(GAP, isBelow ? bottom + GAP : top - GAP - offsetHeight)}px`;
}
