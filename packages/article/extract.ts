import { cleanText } from '@sayso/text/clean-text.ts';
import type { Article, Block } from './article.ts';
import { readBlocks } from './blocks.ts';
import { endsSentence } from './line.ts';
import { readPageFacts } from './page-facts.ts';
import { parseHtml } from './tree.ts';
import { unrenderedMarkup } from './unrendered.ts';

/** A page that shows a sentence of this length does not wait for a script. */
const PROSE_CHARS = 80;

/** The blocks of a page, or of what a script would make of it. Never throws; takes linear time. */
export function extract(html: string): {
  readonly facts: Omit<Article, 'text' | 'main'>;
  readonly blocks: Block[];
} {
  const tree = parseHtml(html);
  const { articleBody, ...facts } = readPageFacts(tree);
  const shown = readBlocks(tree);
  const charsIn = (markup: string) => charsOf(readBlocks(parseHtml(markup)));
  const isRead = shown.some(({ text }) => text.length >= PROSE_CHARS && endsSentence(text));
  const markup = isRead ? null : unrenderedMarkup({ html, tree, articleBody }, charsOf(shown), charsIn);
  return { facts, blocks: markup === null ? shown : readBlocks(parseHtml(markup)) };
}

function charsOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

const GAP = '\n\n';

/** All text of a page, and where the main text is in it. */
export function fullTextOf(blocks: readonly Block[]): { readonly text: string; readonly main: Range[] } {
  const main: Range[] = [];
  let text = '';
  for (const block of blocks) {
    if (cleanText(block.text).trim() === '') continue;
    if (text !== '') text += GAP;
    let at = 0;
    for (const [from, to] of block.main) {
      text += cleanText(block.text.slice(at, from));
      const start = text.length;
      text += cleanText(block.text.slice(from, to));
      const last = main.at(-1);
      if (last !== undefined && last[1] + GAP.length === start && from === 0) last[1] = text.length;
      else main.push([start, text.length]);
      at = to;
    }
    text += cleanText(block.text.slice(at));
  }
  return { text, main };
}

type Range = [from: number, to: number];

/** The main text of a page. */
export function mainTextOf(blocks: readonly Block[]): string {
  const { text, main } = fullTextOf(blocks);
  return main.map(([from, to]) => text.slice(from, to)).join(GAP);
}
