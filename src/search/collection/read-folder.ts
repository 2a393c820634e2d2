import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { abortReason } from '../../core/deadline.ts';
import { errorCode } from '../../core/error-code.ts';
import { Failure } from '../../core/failure.ts';
import { parseWebUrl } from '../../core/url.ts';
import type { CollectionDocument, Refusal } from './collection-index.ts';
import { fileKind } from './file-kind.ts';
import { type ReadContent, readContentDocument } from './read-content-document.ts';
import { readDocument } from './read-document.ts';

/** What is to be read: `baseUrl` stands in front of the path of a document that names no URL of its own. */
export type Folder = { readonly folder: string; readonly baseUrl?: string };

/**
 * The files of a folder and its subfolders as documents, by name: Markdown and text here, HTML, PDF and JSON-LD by
 * `readContent`. A file that cannot become one is yielded with the reason. Passed over: hidden files and folders,
 * `node_modules`, everything with another ending. Refused: symbolic links (they may lead out of the folder), more than 2 MB
 * (a PDF: 20 MB), Markdown and text that is not UTF-8.
 *
 * Throws a Failure `misconfigured` when the folder cannot be read or `baseUrl` is no http(s) URL, and the signal's reason when it aborts.
 */
export async function* readFolder(
  { folder, baseUrl }: Folder,
  readContent: ReadContent,
  signal: AbortSignal,
): AsyncGenerator<CollectionDocument | Refusal> {
  const base = baseUrl === undefined ? null : parseBase(baseUrl);
  await insistOnFolder(folder);
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    const subfolders: string[] = [];
    for (const entry of await entriesOf(current)) {
      if (signal.aborted) throw abortReason(signal);
      const path = join(current, entry.name);
      const shown = relative(folder, path).split(sep).join('/');
      if (entry.reason !== undefined) yield { path: shown || '.', reason: entry.reason };
      else if (entry.kind === 'folder') subfolders.push(path);
      else yield await readOne({ path, shown, base, readContent }, signal);
    }
    waiting.push(...subfolders.reverse());
  }
}

type Entry = { readonly name: string; readonly kind: 'folder' | 'file'; readonly reason?: string };

async function entriesOf(folder: string): Promise<Entry[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    const visible = found.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
    return visible.flatMap(toEntry).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    return [{ name: '', kind: 'folder', reason: `it cannot be read (${errorCode(error)})` }];
  }
}

function toEntry(entry: Dirent): Entry[] {
  const { name } = entry;
  if (entry.isSymbolicLink())
    return [{ name, kind: 'file', reason: 'it is a symbolic link; these are not followed' }];
  if (entry.isDirectory()) return [{ name, kind: 'folder' }];
  return entry.isFile() && fileKind(name) !== null ? [{ name, kind: 'file' }] : [];
}

type Order = {
  readonly path: string;
  readonly shown: string;
  readonly base: URL | null;
  readonly readContent: ReadContent;
};

async function readOne(
  { path, shown, base, readContent }: Order,
  signal: AbortSignal,
): Promise<CollectionDocument | Refusal> {
  const kind = fileKind(path);
  if (kind === null) return { path: shown, reason: 'it is of a kind that is not read' };
  const bytes = await readBytes(path, kind.maxBytes);
  if ('reason' in bytes) return { path: shown, reason: bytes.reason };
  if (kind.reader === 'content') {
    const file = { path: shown, bytes, mediaType: kind.mediaType };
    return readContentDocument(file, base, readContent, signal);
  }
  const content = decode(bytes);
  if (content === null) return { path: shown, reason: 'it is no UTF-8 text' };
  return readDocument({ path: shown, content, isMarkdown: kind.isMarkdown }, base);
}

async function readBytes(path: string, maxBytes: number): Promise<Buffer | { readonly reason: string }> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) return { reason: `it is larger than ${maxBytes / 1_000_000} MB` };
    return await readFile(path);
  } catch (error) {
    return { reason: `it cannot be read (${errorCode(error)})` };
  }
}

/** The text without its byte order mark, or null for what is binary or in another encoding. */
function decode(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseBase(text: string): URL {
  const base = parseWebUrl(text);
  if (base === null || base.search !== '' || base.hash !== '') {
    throw new Failure('misconfigured', `The base URL "${text}" is not an http or https URL without ? and #.`);
  }
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return base;
}

async function insistOnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw new Failure('misconfigured', `The folder ${folder} cannot be read (${errorCode(error)}).`, {
      cause: error,
    });
  });
  if (!found.isDirectory()) throw new Failure('misconfigured', `${folder} is not a folder.`);
}
