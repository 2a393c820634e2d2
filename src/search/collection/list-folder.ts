import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { abortReason } from '../../core/deadline.ts';
import { errorCode } from '../../core/error-code.ts';
import { Failure } from '../../core/failure.ts';
import type { Refusal } from './collection-document.ts';
import { type FileKind, fileKind } from './file-kind.ts';

/** A file that may become a document. */
export type ListedFile = {
  /** Its path on the disk. */
  readonly location: string;
  /** Its path relative to the folder, with slashes. */
  readonly path: string;
  readonly kind: FileKind;
  readonly bytes: number;
  readonly modifiedMs: number;
};

/**
 * The files of a folder and its subfolders, ordered by name. Skipped files are listed with the reason:
 * unsupported kinds, symbolic links (they can lead out of the folder), and files that are too large. A hidden
 * folder or `node_modules` counts as one skipped file.
 *
 * Throws a Failure `misconfigured` if the folder cannot be read, and the signal's reason when it aborts.
 */
export async function* listFolder(folder: string, signal: AbortSignal): AsyncGenerator<ListedFile | Refusal> {
  await insistOnFolder(folder);
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const subfolders: string[] = [];
    for (const entry of await entriesOf(current)) {
      if (signal.aborted) throw abortReason(signal);
      const location = join(current, entry.name);
      const path = relative(folder, location).split(sep).join('/') || '.';
      if (entry.kind === 'folder') subfolders.push(location);
      else if (entry.kind === 'skipped') yield { path, reason: entry.reason };
      else yield await describe(location, path);
    }
    waiting.push(...subfolders.reverse());
  }
}

type FolderEntry = { readonly name: string } & (
  | { readonly kind: 'folder' | 'file' }
  | { readonly kind: 'skipped'; readonly reason: string }
);

async function entriesOf(folder: string): Promise<FolderEntry[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found.map(toEntry).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    return [{ name: '', kind: 'skipped', reason: `it cannot be read (${errorCode(error)})` }];
  }
}

function toEntry(entry: Dirent): FolderEntry {
  const { name } = entry;
  const reason = whySkipped(entry);
  if (reason !== null) return { name, kind: 'skipped', reason };
  return { name, kind: entry.isDirectory() ? 'folder' : 'file' };
}

function whySkipped(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return 'it is a symbolic link, which is not followed';
  if (entry.name.startsWith('.')) return 'it is hidden';
  if (entry.isDirectory()) return entry.name === 'node_modules' ? 'it holds installed packages' : null;
  return entry.isFile() ? null : 'it is not a regular file';
}

async function describe(location: string, path: string): Promise<ListedFile | Refusal> {
  const kind = fileKind(path);
  if ('reason' in kind) return { path, reason: kind.reason };
  try {
    const { size, mtimeMs } = await stat(location);
    if (size > kind.maxBytes) return { path, reason: `it is larger than ${kind.maxBytes / 1_000_000} MB` };
    return { location, path, kind, bytes: size, modifiedMs: mtimeMs };
  } catch (error) {
    return { path, reason: `it cannot be read (${errorCode(error)})` };
  }
}

async function insistOnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    const code = errorCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new Failure('misconfigured', `The folder ${folder} ${why}.`, { cause: error });
  });
  if (!found.isDirectory()) throw new Failure('misconfigured', `${folder} is not a folder.`);
}
