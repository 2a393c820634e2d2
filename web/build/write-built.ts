import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** A built file: its name in the folder, and its size, plain and compressed with brotli, in bytes. */
export type BuiltFile = { readonly name: string; readonly bytes: number; readonly brotliBytes: number };

/** The files to compress. Pictures are already compressed. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|webmanifest)$/;

/**
 * Writes a file of the page, and next to it a copy compressed with brotli (`NAME.br`) if that is smaller.
 * Unchanged files are not written, because they may be in use.
 */
export async function writeBuilt(
  folder: string,
  name: string,
  content: string | Uint8Array,
): Promise<BuiltFile> {
  const bytes = Buffer.from(content);
  if (!COMPRESSIBLE.test(name)) {
    await writeChanged(join(folder, name), bytes);
    return { name, bytes: bytes.length, brotliBytes: bytes.length };
  }
  const compressed = brotliCompressSync(bytes);
  await writeChanged(join(folder, `${name}.br`), compressed);
  await writeChanged(join(folder, name), bytes);
  return { name, bytes: bytes.length, brotliBytes: compressed.length };
}

/** Removes all other files from the folder. */
export async function removeOthers(folder: string, names: readonly string[]): Promise<void> {
  const kept = new Set(names.flatMap((name) => [name, `${name}.br`]));
  const all = await readdir(folder);
  await Promise.all(
    all.filter((name) => !kept.has(name)).map((name) => rm(join(folder, name), { force: true })),
  );
}

async function writeChanged(path: string, content: Buffer): Promise<void> {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(content) !== true) await writeFile(path, content);
}
