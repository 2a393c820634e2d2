import { articleBlocks } from './article-blocks.ts';
import type { TextBlock } from './blocks.ts';
import { wayToMain } from './main-part.ts';
import type { Part } from './part.ts';
import { withoutFrame, withoutLinkLists, withoutSurroundings } from './prune.ts';

/** The blocks of a page's article, and whether a second opinion is worthwhile. */
export type Article = { readonly blocks: readonly TextBlock[]; readonly isDoubtful: boolean };

/** A shorter article is extracted again with weaker filters. */
const SHORT_CHARS = 250;
/** The second extraction is used if it has at least this many times the text. */
const MUCH_MORE = 2;

/**
 * Finds the article on a page. `description` is the description in the page's head; `seen` removes what a
 * person would not see from a part of the page.
 */
export function findArticle(page: Part, description: string | null, seen: (part: Part) => Part): Article {
  const blocksOf = (part: Part) => articleBlocks(wayToMain(part), description);
  const careful = blocksOf(seen(withoutLinkLists(withoutSurroundings(page))));
  if (length(careful) >= SHORT_CHARS) return { blocks: careful, isDoubtful: false };
  const generous = blocksOf(withoutFrame(withoutLinkLists(seen(page))));
  const blocks = length(generous) > length(careful) * MUCH_MORE ? generous : careful;
  return { blocks, isDoubtful: true };
}

/** The number of characters in all blocks. */
export function length(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** The blocks as plain text, separated by empty lines. */
export function toText(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
}
