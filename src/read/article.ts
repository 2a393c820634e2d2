import { articleBlocks } from './article-blocks.ts';
import type { TextBlock } from './blocks.ts';
import { wayToMain } from './main-part.ts';
import type { Part } from './part.ts';
import { withoutFrame, withoutLinkLists, withoutSurroundings } from './prune.ts';

/** The blocks of a page's article, and whether another opinion would be good. */
export type Article = { readonly blocks: readonly TextBlock[]; readonly isDoubtful: boolean };

/** Shorter articles are taken again with less left out. */
const SHORT_CHARS = 250;
/** How much more the second look has to bring. */
const MUCH_MORE = 2;

/**
 * Finds the article on a page. `description` is what the page says of itself in its head; `seen` takes out of a part what
 * a person would not see.
 */
export function findArticle(page: Part, description: string | null, seen: (part: Part) => Part): Article {
  const blocksOf = (part: Part) => articleBlocks(wayToMain(part), description);
  const careful = blocksOf(seen(withoutLinkLists(withoutSurroundings(page))));
  if (length(careful) >= SHORT_CHARS) return { blocks: careful, isDoubtful: false };
  const generous = blocksOf(withoutFrame(withoutLinkLists(seen(page))));
  const blocks = length(generous) > length(careful) * MUCH_MORE ? generous : careful;
  return { blocks, isDoubtful: true };
}

/** All characters of the blocks. */
export function length(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + text.length, 0);
}

/** The blocks as plain text, parted by empty lines. */
export function toText(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n\n');
}
