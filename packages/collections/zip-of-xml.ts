import { collapse } from '@sayso/text/text.ts';
import { type Entry, fromBufferPromise } from 'yauzl';
import { asSentence, hasWords } from './document-title.ts';
import { createParser, decodeMarkup } from './markup.ts';

/** More than any book or document unpacks to; a small file that claims more is an attack. */
const MAX_ENTRY_BYTES = 64_000_000;
const MAX_TOTAL_BYTES = 256_000_000;
const MAX_ENTRIES = 20_000;

/** The files inside a zip file, read one at a time. */
export type ZipEntries = {
  /** The text of a file; null if there is none with this name. Rejects if it is damaged or too large. */
  readText(name: string): Promise<string | null>;
};

/** Opens a zip file in memory; unpacks on demand, up to 64 MB for a file and 256 MB for all. */
export async function openZip(bytes: Buffer): Promise<ZipEntries> {
  const zip = await fromBufferPromise(bytes, { autoClose: false, validateEntrySizes: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= MAX_ENTRIES) throw new Error('The zip file contains too many files.');
    entries.set(entry.fileName, entry);
  }
  let totalBytes = 0;
  return {
    async readText(name) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      // yauzl ends the stream with an error if more data comes out than the file states here.
      totalBytes += entry.uncompressedSize;
      if (entry.uncompressedSize > MAX_ENTRY_BYTES || totalBytes > MAX_TOTAL_BYTES)
        throw new Error('The zip file is too large when unpacked.');
      const stream = await zip.openReadStreamPromise(entry);
      return decodeMarkup(Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)));
    },
  };
}

/** The attributes of an element. */
type XmlAttributes = Readonly<Record<string, string>>;

/** Callbacks for reading an XML file; names are as written, with their prefixes. */
type XmlHandler = {
  /** True for an element that is left out, with everything inside it. */
  isSkipped?(name: string, attributes: XmlAttributes): boolean;
  open(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
};

/**
 * Reads an XML file from start to end.
 * @throws Error for one that is nested too deeply, or has too many attributes
 */
export function readXml(xml: string, handler: XmlHandler): void {
  let skippedDepth = 0;
  const parser = createParser(
    {
      onopentag(name, attributes) {
        if (skippedDepth > 0 || handler.isSkipped?.(name, attributes) === true) skippedDepth++;
        else handler.open(name, attributes);
      },
      ontext(text) {
        if (skippedDepth === 0) handler.text?.(text);
      },
      onclosetag(name) {
        if (skippedDepth > 0) skippedDepth--;
        else handler.close?.(name);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

/** The text of the first element with a name; null if there is none. */
export function textOfElement(xml: string, name: string): string | null {
  let depth = 0;
  let content: string | null = null;
  readXml(xml, {
    open(opened) {
      if (content === null && opened === name) content = '';
      else if (depth === 0) return;
      depth++;
    },
    text(text) {
      if (depth > 0) content += text;
    },
    close() {
      if (depth > 0) depth--;
    },
  });
  return content;
}

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
