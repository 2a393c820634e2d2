import { useEffect, useLayoutEffect } from 'preact/hooks';
import { canHighlight, type Highlighted, highlight } from '../browser/highlights.ts';
import { codeTokens } from '../code/tokens.ts';
import type { ShownExchange } from '../state/state.ts';
import { frameCode } from './frame-code.ts';

/** Code of more characters stays in one colour. */
const MOST_CHARS = 20_000;

/**
 * Gives the code of an answer its frames, and once the answer is whole, its colours. They are highlights, so
 * that the DOM and a selection stay as they are.
 */
export function CodeBlocks({ exchange, turn }: { exchange: ShownExchange; turn: number }) {
  const { blocks, answer } = exchange;
  const isWhole = answer !== null;
  useLayoutEffect(() => {
    const text = document.querySelector(`[data-turn="${turn}"]`);
    if (text !== null) frameCode(text);
  }, [blocks, turn]);
  useEffect(() => {
    if (!isWhole || !canHighlight()) return undefined;
    return highlight([...document.querySelectorAll(`[data-turn="${turn}"] pre code`)].flatMap(colour));
  }, [blocks, turn, isWhole]);
  return null;
}

function colour(code: Element): Highlighted[] {
  const text = code.firstChild;
  if (!(text instanceof Text) || code.childNodes.length > 1 || text.length > MOST_CHARS) return [];
  const language = /language-(\S+)/.exec(code.className)?.[1] ?? '';
  return codeTokens(text.data, language).map(({ kind, from, to }) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return { name: `code-${kind}`, range };
  });
}
