import { collapse } from '../lib/text/text.ts';
import { asSentence, hasWords } from './document-title.ts';

/**
 * Collects the paragraphs of a document as plain text: headings end like sentences, and each table row
 * becomes one line.
 */
export type Blocks = {
  add(text: string): void;
  /** Ends the paragraph, which may be a heading; returns its text on one line. */
  end(isHeading: boolean): string;
  openRow(): void;
  endCell(): void;
  endRow(): void;
  /** The text so far, with a blank line between blocks. */
  text(): string;
};

/** Creates an empty collector. */
export function createBlocks(): Blocks {
  const blocks: string[] = [];
  const rows: string[][] = [];
  let open: string[] = [];
  let cell: string[] = [];
  return {
    add: (text) => void open.push(text),
    end(isHeading) {
      const lines = open.join('').split('\n').map(collapse).filter(hasWords);
      open = [];
      if (rows.length > 0) cell.push(...lines);
      else if (lines.length > 0) blocks.push(isHeading ? asSentence(lines.join(' ')) : lines.join('\n'));
      return lines.join(' ');
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
    text: () => blocks.join('\n\n'),
  };
}

/** The content that a reader extracts from a zip file of XML: its text and its titles, best first. */
export type BundleText = { readonly text: string; readonly titles: readonly (string | null)[] };
