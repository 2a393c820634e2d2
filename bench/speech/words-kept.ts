import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

const parser = remark().use(remarkGfm);
const LEFT_OUT = new Set(['code', 'html', 'delete', 'definition', 'inlineCode']);
const WORD = /\p{L}{2,}/gu;
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|\S+@\S+|&#?\w+;|\[\^?\d+\]/g;

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] };

/** How many words a reader sees, how many of them are said, and how many that are in no table are said more often than seen. */
export type Kept = { readonly seen: number; readonly said: number; readonly doubled: number };

/** Compares what a reader sees of the Markdown, by a parser that is not the product's, with what is said. */
export function wordsKept(markdown: string, speech: string): Kept {
  const tree: Node = parser.parse(markdown);
  const seen = countWords(visibleText(tree, false));
  const said = countWords(speech);
  let total = 0;
  let kept = 0;
  for (const [word, count] of seen) {
    total += count;
    kept += Math.min(count, said.get(word) ?? 0);
  }
  return { seen: total, said: kept, doubled: doubledWords(speech, visibleText(tree, true)) };
}

/** Words said twice in a row that do not stand so in the text. */
function doubledWords(speech: string, text: string): number {
  const pairs = (of: string) => {
    const words = of.toLowerCase().match(WORD) ?? [];
    return words.filter((word, at) => word === words[at - 1]).length;
  };
  return Math.max(0, pairs(speech) - pairs(text));
}

function visibleText(node: Node, withCode: boolean): string {
  if (LEFT_OUT.has(node.type) && !withCode) return ' ';
  if (node.value !== undefined) return node.value.replace(NO_WORDS, ' ');
  const isBlock = !['paragraph', 'heading', 'link', 'emphasis', 'strong'].includes(node.type);
  return (node.children ?? []).map((child) => visibleText(child, withCode)).join(isBlock ? '\n' : '');
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
