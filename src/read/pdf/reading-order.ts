/** A piece of text that pdf.js extracts from a page. */
type TextItem = {
  readonly str: string;
  /** The matrix that places it; the last two numbers are its start, in points from the lower left corner. */
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
};

/** Lines of a page that follow each other downwards, with their edges in points of the page. */
type Block = {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The height of its largest letters. */
  height: number;
};

/** A page of more blocks keeps the order of the file, because each block is compared with each. */
const MAX_BLOCKS = 400;
/** What begins further above the end of a block, in heights of letters, is no raised letter but a new block. */
const MAX_RISE = 0.7;

/**
 * The text of a page, one line each, in reading order. Files write the lines of a column one below the other,
 * but may write headings, captions and whole columns in any order: a block of lines goes before those that
 * it stands above, otherwise the order of the file stays. So columns are not mixed.
 */
export function inReadingOrder(items: readonly TextItem[]): string {
  const blocks = toBlocks(items);
  return blocks === null || blocks.length > MAX_BLOCKS ? items.map(withEnd).join('') : sorted(blocks);
}

function withEnd({ str, hasEOL }: TextItem): string {
  return hasEOL ? `${str}\n` : str;
}

/** Cuts a page where its text goes up again; null if some of it is turned, which has no order from the top. */
function toBlocks(items: readonly TextItem[]): Block[] | null {
  const blocks: Block[] = [];
  for (const item of items) {
    const [, b = 0, c = 0, , left, bottom] = item.transform.map(Number);
    if (left === undefined || bottom === undefined || b !== 0 || c !== 0) return null;
    const { width, height } = item;
    const last = blocks.at(-1);
    if (last !== undefined && item.str.trim() === '') {
      last.text += withEnd(item);
    } else if (last !== undefined && bottom - last.bottom <= Math.max(height, last.height) * MAX_RISE) {
      last.text += withEnd(item);
      last.left = Math.min(last.left, left);
      last.right = Math.max(last.right, left + width);
      last.bottom = Math.min(last.bottom, bottom);
      last.height = Math.max(last.height, height);
    } else {
      blocks.push({ text: withEnd(item), left, right: left + width, top: bottom + height, bottom, height });
    }
  }
  return blocks;
}

/** The texts of blocks in the order of the file, but each after those above it. */
function sorted(blocks: readonly Block[]): string {
  const texts: string[] = [];
  const left = new Set(blocks);
  const take = (block: Block): void => {
    if (!left.delete(block)) return;
    for (const other of blocks) if (isAbove(other, block)) take(other);
    texts.push(block.text.trimEnd());
  };
  for (const block of blocks) take(block);
  return texts.join('\n');
}

function isAbove(one: Block, other: Block): boolean {
  return one.bottom >= other.top && one.left < other.right && other.left < one.right;
}
