import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new empty folder for one test. Disposing it removes it with its contents. */
export type TempFolder = AsyncDisposable & { readonly path: string };

/** Folders that still exist; they are removed when a test process is told to stop. */
const left = new Set<string>();
process.on('exit', () => {
  for (const path of left) rmSync(path, { recursive: true, force: true });
});

export async function makeTempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), 'sayso-real-'));
  left.add(path);
  const remove = async () => {
    await rm(path, { recursive: true, force: true });
    left.delete(path);
  };
  return { path, [Symbol.asyncDispose]: remove };
}
