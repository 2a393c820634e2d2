import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexFolder } from '@sayso/collections';

/** An index of one document, which says where the quokka lives, as a primary slot; disposing deletes it. */
export type QuokkaIndex = AsyncDisposable & {
  readonly settings: { readonly SEARCH_PRIMARY_KIND: string; readonly SEARCH_PRIMARY_URL: string };
};

/** Writes the index to a temporary folder. */
export async function writeQuokkaIndex(): Promise<QuokkaIndex> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-quokka-'));
  await writeFile(join(folder.path, 'a.txt'), 'The quokka lives on an island.');
  const file = join(folder.path, 'index.sqlite');
  await indexFolder({ folder: folder.path, file }, readText, new AbortController().signal);
  return {
    settings: { SEARCH_PRIMARY_KIND: 'collection', SEARCH_PRIMARY_URL: `file:${file}` },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function readText(bytes: Uint8Array) {
  const unknown = { language: null, publishedAt: null, siteName: null, author: null };
  return {
    status: 'read' as const,
    extracted: { title: 'a', text: Buffer.from(bytes).toString(), ...unknown },
  };
}
