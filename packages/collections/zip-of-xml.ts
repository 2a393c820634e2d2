import { type Document, DomHandler } from 'domhandler';
import { type Entry, fromBufferPromise } from 'yauzl';
import { createParser, decodeMarkup } from './markup.ts';

/** More than any book or document unpacks to; a small file that claims more is an attack. */
const MAX_ENTRY_BYTES = 64_000_000;
const MAX_TOTAL_BYTES = 256_000_000;
const MAX_ENTRIES = 20_000;

/** The files in a zip file, read one at a time. */
export type ZipFile = {
  /** A file of XML; null if there is none with this name. Rejects if it is damaged or too large. */
  xml(name: string): Promise<Document | null>;
};

/** Opens a zip file in memory; unpacks on demand, up to 64 MB for a file and 256 MB for all. */
export async function openZip(bytes: Buffer): Promise<ZipFile> {
  const zip = await fromBufferPromise(bytes, { autoClose: false, validateEntrySizes: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= MAX_ENTRIES) throw new Error('The zip file contains too many files.');
    entries.set(entry.fileName, entry);
  }
  let totalBytes = 0;
  return {
    async xml(name) {
      const entry = entries.get(name);
      if (entry === undefined) return null;
      // yauzl ends the stream with an error if more data comes out than the file states here.
      totalBytes += entry.uncompressedSize;
      if (entry.uncompressedSize > MAX_ENTRY_BYTES || totalBytes > MAX_TOTAL_BYTES)
        throw new Error('The zip file is too large when unpacked.');
      const stream = await zip.openReadStreamPromise(entry);
      return parseXml(decodeMarkup(Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>))));
    },
  };
}

/** A document of 3,000 pages; each element takes half a kilobyte. */
const MAX_ELEMENTS = 1_000_000;

/**
 * The tree of an XML file.
 * @throws Error for one that is nested too deeply, or has too many elements or attributes
 */
function parseXml(xml: string): Document {
  const handler = new BoundedHandler();
  createParser(handler, { xmlMode: true, decodeEntities: true }).end(xml);
  return handler.root;
}

class BoundedHandler extends DomHandler {
  #elements = 0;

  override onopentag(name: string, attributes: Record<string, string>): void {
    if (++this.#elements > MAX_ELEMENTS) throw new Error('it has too many elements');
    super.onopentag(name, attributes);
  }
}
