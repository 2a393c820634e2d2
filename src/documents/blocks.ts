import { collapse } from '../lib/text/text.ts';
import { asSentence, hasWords } from './document-title.ts';

/** Collects a document's paragraphs: headings end like sentences, a table row becomes one line. */
export type Blocks = ReturnType<typeof createBlocks>;

/** The part that a paragraph has in its document; `main-heading` is a heading of the first level. */
export type BlockKind = 'title' | 'main-heading' | 'heading' | 'text';

const LINE = /[^\n]+/g;

/** Creates an empty collector. */
export function createBlocks() {
  const blocks: string[] = [];
  const rows: string[][] = [];
  let open: string[] = [];
  let cell: string[] = [];
  let title: string | null = null;
  let heading: string | null = null;
  return {
    /** Adds text to the paragraph that is open. */
    add: (text: string) => void open.push(text),
    /** Ends the paragraph; inside a table, it becomes a part of its cell. */
    end(kind: BlockKind = 'text') {
      const lines: string[] = [];
      // One by one: a hostile file has millions of empty lines.
      for (const [line] of open.join('').matchAll(LINE)) if (hasWords(line)) lines.push(collapse(line));
      open = [];
      if (lines.length === 0) return;
      const line = lines.join(' ');
      if (kind === 'title') title ??= line;
      if (kind === 'main-heading' && blocks.length === 0) heading = line;
      if (rows.length > 0) cell.push(...lines);
      else blocks.push(kind === 'text' ? lines.join('\n') : asSentence(line));
    },
    openRow: () => void rows.push([]),
    endCell() {
      const text = cell.join(' ');
      cell = [];
      if (text !== '') rows.at(-1)?.push(text);
    },
    endRow() {
      const row = rows.pop()?.join(', ') ?? '';
      // A table inside a cell is part of that cell.
      if (rows.length > 0) cell.push(row);
      else if (row !== '') blocks.push(row);
    },
    /** The text so far, with a blank line between blocks. */
    text: () => blocks.join('\n\n'),
    /** The first title, and the heading with which the document begins; null if there is none. */
    titles: () => [title, heading],
  };
}

/** The content that a reader extracts from a zip file of XML: its text and its titles, best first. */
export type BundleText = { readonly text: string; readonly titles: readonly (string | null)[] };
