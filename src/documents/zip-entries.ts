import { type Entry, fromBufferPromise } from 'yauzl';

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
      return decodeXml(Buffer.concat(await Array.fromAsync(stream as AsyncIterable<Buffer>)));
    },
  };
}

/** XML is UTF-8 or, with a byte order mark, UTF-16 (XML 1.0, 4.3.3); no office program differs. */
function decodeXml(bytes: Buffer): string {
  const byMark: Readonly<Record<number, string>> = { 254: 'utf-16be', 255: 'utf-16le' };
  return new TextDecoder(byMark[bytes[0] ?? 0] ?? 'utf-8').decode(bytes);
}
