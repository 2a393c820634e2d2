import { useEffect } from 'preact/hooks';
import { codeTokens } from '../code/tokens.ts';
import type { ShownExchange } from '../state/state.ts';

/** Code of more characters stays in one colour. */
const MOST_CHARS = 20_000;

/** Colours the code of a whole answer with highlights, so that its DOM and a selection stay as they are. */
export function CodeColours({ exchange, turn }: { exchange: ShownExchange; turn: number }) {
  const { blocks, answer } = exchange;
  const isWhole = answer !== null;
  useEffect(() => {
    if (!isWhole || CSS.highlights === undefined) return undefined;
    const coloured = [...document.querySelectorAll(`[data-turn="${turn}"] pre code`)].flatMap(colour);
    return () => {
      for (const { name, range } of coloured) CSS.highlights.get(name)?.delete(range);
    };
  }, [blocks, turn, isWhole]);
  return null;
}

type Coloured = { readonly name: string; readonly range: Range };

function colour(code: Element): Coloured[] {
  const text = code.firstChild;
  if (!(text instanceof Text) || code.childNodes.length > 1 || text.length > MOST_CHARS) return [];
  const language = /language-(\S+)/.exec(code.className)?.[1] ?? '';
  return codeTokens(text.data, language).map(({ kind, from, to }) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    const name = `code-${kind}`;
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    CSS.highlights.get(name)?.add(range);
    return { name, range };
  });
}
