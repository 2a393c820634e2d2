import { type TextBlock, toBlocks } from './blocks.ts';
import { holdsNoText } from './boilerplate.ts';
import { parseHtml } from './html-tree.ts';
import { toPart } from './part.ts';

const MIN_CHARS = 300;
/** A block this long says the same thing twice only when it is the same text. */
const TELLING_CHARS = 60;

/**
 * The article that a page states for search engines (`articleBody`), where it shows a person nothing or only its
 * beginning; null where what it shows has to do. A stated article that shares nothing with what is shown is not believed.
 */
export function statedArticle(shown: readonly TextBlock[], articleBody: string | null): TextBlock[] | null {
  if (articleBody === null || articleBody.length < MIN_CHARS) return null;
  const blocks = toBlocks(toPart(parseHtml(articleBody.replace(/\n+/g, '<p>')), holdsNoText));
  const stated = letters(blocks.map(({ text }) => text).join(''));
  let [both, all] = [0, 0];
  for (const { text } of shown) {
    all += text.length;
    if (text.length >= TELLING_CHARS && stated.includes(letters(text))) both += text.length;
  }
  if (all === 0) return blocks;
  const isBeginning = all * 2 < stated.length;
  return both > 0 && both * 2 < stated.length && (isBeginning || both * 2 < all) ? blocks : null;
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
