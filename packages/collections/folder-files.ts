import { createHash } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { fileKind } from './read-file.ts';
import { CollectionProblem, type Refusal } from './store.ts';

// Which files a folder has, and their bytes. Whoever writes into the folder may not lead out of it: neither by a link
// nor by one that takes the place of a file, or of a folder, while it is read.

/** By these, a file is seen to have changed. */
export type SizedFile = { readonly size: number; readonly modifiedMs: number };

/** A file that may become a document. */
export type ListedFile = SizedFile & {
  /** Its path on the disk. */
  readonly location: string;
  /** Its path relative to the folder, with slashes. */
  readonly path: string;
};

/** What is in a folder. */
type Listing = {
  readonly files: ListedFile[];
  /** Files and folders that are passed over, with the reasons; a hidden folder or `node_modules` counts as one. */
  readonly skipped: Refusal[];
  /** Folders that could not be listed. */
  readonly unread: Refusal[];
};

/**
 * The files of a folder and its subfolders that may become documents, and what is passed over.
 * @throws CollectionProblem if the folder cannot be read; rejects as the signal does
 */
export async function listFolder(folder: string, signal: AbortSignal): Promise<Listing> {
  await insistOnFolder(folder);
  const listing: Listing = { files: [], skipped: [], unread: [] };
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const subfolders: string[] = [];
    const entries = await readdir(current, { withFileTypes: true }).catch(codeOf);
    if (!Array.isArray(entries)) {
      listing.unread.push({ path: pathIn(folder, current), reason: `it cannot be read (${entries})` });
      continue;
    }
    for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
      signal.throwIfAborted();
      const location = join(current, entry.name);
      const path = pathIn(folder, location);
      const reason = whySkipped(entry);
      if (reason === null && entry.isDirectory()) subfolders.push(location);
      else if (reason === null) await describe({ location, path }, listing);
      else listing.skipped.push({ path, reason });
    }
    waiting.push(...subfolders.reverse());
  }
  return listing;
}

/** The path relative to the folder, with slashes. */
function pathIn(folder: string, location: string): string {
  return relative(folder, location).split(sep).join('/') || '.';
}

const IS_LINK = 'it is a symbolic link, which is not followed';
const LEADS_OUT = 'a folder above it became a symbolic link, which is not followed';
const NO_FILE = 'it is not a regular file';

function whySkipped(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return IS_LINK;
  if (entry.name.startsWith('.')) return 'it is hidden';
  if (entry.isDirectory()) return entry.name === 'node_modules' ? 'it contains installed packages' : null;
  return entry.isFile() ? null : NO_FILE;
}

async function describe(file: { location: string; path: string }, { files, skipped }: Listing) {
  const { location, path } = file;
  const sized = await stat(location).then(
    (found) => sizedFile(path, found),
    (error: unknown) => ({ reason: whyUnread(path, codeOf(error)) }),
  );
  if ('reason' in sized) skipped.push({ path, ...sized });
  else files.push({ ...file, ...sized });
}

/** The size and time of a file, or why it is not read. */
function sizedFile(path: string, found: Stats): SizedFile | { readonly reason: string } {
  const kind = fileKind(path);
  if ('reason' in kind) return kind;
  if (!found.isFile()) return { reason: NO_FILE };
  if (found.size > kind.maxBytes) return { reason: `it is larger than ${kind.maxBytes / 1_000_000} MB` };
  return { size: found.size, modifiedMs: found.mtimeMs };
}

const CHUNK_BYTES = 1_000_000;
/** A link or a pipe that has taken the place of a file is not opened, or not waited for. */
const NO_OTHER = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The bytes of a file as it is when it is opened, and their hash, piece by piece: other work goes on meanwhile. */
export async function loadFile({ location, path }: ListedFile, signal: AbortSignal) {
  try {
    await using handle = await open(location, NO_OTHER);
    const found = await handle.stat();
    if (!(await isInPlace({ location, path }, found))) return { reason: LEADS_OUT };
    const sized = sizedFile(path, found);
    if ('reason' in sized) return sized;
    const bytes = new Uint8Array(found.size);
    const hash = createHash('sha256');
    let end = 0;
    for (let read = 1; read > 0 && end < bytes.length; end += read) {
      signal.throwIfAborted();
      ({ bytesRead: read } = await handle.read(bytes, end, Math.min(CHUNK_BYTES, bytes.length - end)));
      hash.update(bytes.subarray(end, end + read));
    }
    return { ...sized, bytes: end < bytes.length ? bytes.slice(0, end) : bytes, hash: hash.digest('hex') };
  } catch (error) {
    signal.throwIfAborted();
    return { reason: whyUnread(path, codeOf(error)) };
  }
}

/** Whether a file that was opened is the one at its path: a folder above it may have become a link that leads elsewhere. */
async function isInPlace({ location, path }: Pick<ListedFile, 'location' | 'path'>, opened: Stats) {
  const root = resolve(location).slice(0, -path.length);
  const real = await realpath(location);
  const { dev, ino } = await stat(real);
  return real === join(await realpath(root), path) && dev === opened.dev && ino === opened.ino;
}

/** Why a listed file cannot be read. Node replaces bytes of names that are not UTF-8: no such file. */
function whyUnread(path: string, code: string | undefined): string {
  if (code === 'ELOOP') return IS_LINK;
  return code === 'ENOENT' && path.includes('\ufffd')
    ? 'its name is not UTF-8'
    : `it cannot be read (${code})`;
}

async function insistOnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    const code = codeOf(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new CollectionProblem(`The folder ${folder} ${why}.`, { cause: error });
  });
  if (!found.isDirectory()) throw new CollectionProblem(`${folder} is not a folder.`);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
