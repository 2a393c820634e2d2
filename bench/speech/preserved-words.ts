import { remark } from 'remark';
import remarkGfm from 'remark-gfm';

const parser = remark().use(remarkGfm);
const LEFT_OUT = new Set(['code', 'html', 'delete', 'definition', 'inlineCode']);
const WORD = /\p{L}{2,}/gu;
const TABLE = /^[ |:]*-+[ |:-]*\|?[ |:-]*$/m;
/** Words that the product says for signs, abbreviations and code; they may also occur in the text. */
const SPOKEN_SIGNS = new Set(
  'dot at and to code example plus minus equals number point less more than for that is by version'.split(
    ' ',
  ),
);
const NO_WORDS = /(?:https?:\/\/|www\.)\S+|\S+@\S+|&#?\w+;|\[\^?\d+\]/g;

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] };

/**
 * How many words a reader sees, how many of them are spoken, and how many are spoken too often.
 */
export type CacheFacts = { readonly seen: number; readonly said: number; readonly doubled: number };

/**
 * Compares the words that a reader sees, according to an independent Markdown parser, with the words that are
 * spoken.
 */
export function preservedWords(markdown: string, speech: string): CacheFacts {
  const tree: Node = parser.parse(markdown);
  const seen = countWords(visibleText(tree));
  const said = countWords(speech);
  let total = 0;
  let kept = 0;
  for (const [word, count] of seen) {
    total += count;
    kept += Math.min(count, said.get(word) ?? 0);
  }
  return { seen: total, said: kept, doubled: doubledWords(speech, markdown) };
}

/**
 * Words of the text that are spoken more often than they occur in it; those in tables are spoken once per
 * row, as they should be.
 */
function doubledWords(speech: string, markdown: string): number {
  if (TABLE.test(markdown)) return 0;
  const written = countWords(markdown);
  // Marks within a word divide it in the Markdown but not in the speech: `a`s.
  const joined = countWords(markdown.replace(/[*_`~]+/g, ''));
  let doubled = 0;
  for (const [word, count] of countWords(speech)) {
    const times = Math.max(written.get(word) ?? 0, joined.get(word) ?? 0);
    if (times > 0 && !SPOKEN_SIGNS.has(word)) doubled += Math.max(0, count - times);
  }
  return doubled;
}

function visibleText(node: Node): string {
  if (LEFT_OUT.has(node.type)) return ' ';
  if (node.value !== undefined) return node.value.replace(NO_WORDS, ' ');
  const isBlock = !['paragraph', 'heading', 'link', 'emphasis', 'strong'].includes(node.type);
  return (node.children ?? []).map((child) => visibleText(child)).join(isBlock ? '\n' : '');
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
