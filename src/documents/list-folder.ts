import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { abortReason } from '../core/deadline.ts';
import { errorCode, Failure } from '../core/failure.ts';
import { toSnippet } from '../lib/text/text.ts';
import type { Refusal } from './collection-document.ts';
import type { BundleFormat } from './read-bundle.ts';

/** A file that may become a document. */
export type ListedFile = {
  /** Its path on the disk. */
  readonly location: string;
  /** Its path relative to the folder, with slashes. */
  readonly path: string;
  /** How it is read. */
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
    const entries = await readdir(current, { withFileTypes: true }).catch(errorCode);
    if (!Array.isArray(entries))
      yield { path: pathIn(folder, current), reason: `it cannot be read (${entries})` };
    else
      for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
        if (signal.aborted) throw abortReason(signal);
        const location = join(current, entry.name);
        const path = pathIn(folder, location);
        const reason = whySkipped(entry);
        if (reason !== null) yield { path, reason };
        else if (entry.isDirectory()) subfolders.push(location);
        else yield await describe(location, path);
      }
    waiting.push(...subfolders.reverse());
  }
}

/** The path relative to the folder, with slashes. */
function pathIn(folder: string, location: string): string {
  return relative(folder, location).split(sep).join('/') || '.';
}

function whySkipped(entry: Dirent): string | null {
  if (entry.isSymbolicLink()) return 'it is a symbolic link, which is not followed';
  if (entry.name.startsWith('.')) return 'it is hidden';
  if (entry.isDirectory()) return entry.name === 'node_modules' ? 'it contains installed packages' : null;
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
    return { path, reason: whyUnread(path, errorCode(error)) };
  }
}

/** Why a listed file cannot be read. Node replaces bytes of names that are not UTF-8: no such file. */
export function whyUnread(path: string, code: string | undefined): string {
  return code === 'ENOENT' && path.includes('\ufffd')
    ? 'its name is not UTF-8'
    : `it cannot be read (${code})`;
}

async function insistOnFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    const code = errorCode(error);
    const why = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new Failure('misconfigured', `The folder ${folder} ${why}.`, { cause: error });
  });
  if (!found.isDirectory()) throw new Failure('misconfigured', `${folder} is not a folder.`);
}

/** How a file is read: as text with front matter, like a page of its media type, or as a zip of XML. */
type FileKind = { readonly maxBytes: number } & (
  | { readonly reader: 'text'; readonly isMarkdown: boolean }
  | { readonly reader: 'content'; readonly mediaType: string }
  | { readonly reader: 'bundle'; readonly format: BundleFormat }
);

/** Text documents are smaller than this; the other formats include pictures and fonts. */
const MAX_BYTES = 20_000_000;
const MAX_RICH_BYTES = 200_000_000;

const page = (mediaType: string): FileKind => ({ reader: 'content', mediaType, maxBytes: MAX_BYTES });
const bundle = (format: BundleFormat): FileKind => ({ reader: 'bundle', format, maxBytes: MAX_RICH_BYTES });
const markdown: FileKind = { reader: 'text', isMarkdown: true, maxBytes: MAX_BYTES };

const KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['md', markdown],
  ['markdown', markdown],
  ['txt', { reader: 'text', isMarkdown: false, maxBytes: MAX_BYTES }],
  ['html', page('text/html')],
  ['htm', page('text/html')],
  ['xhtml', page('application/xhtml+xml')],
  ['jsonld', page('application/ld+json')],
  ['json-ld', page('application/ld+json')],
  ['pdf', { reader: 'content', mediaType: 'application/pdf', maxBytes: MAX_RICH_BYTES }],
  ['docx', bundle('docx')],
  ['odt', bundle('odt')],
  ['epub', bundle('epub')],
]);

/** Advice for common document formats that are not read. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['rst', 'no suitable library reads .rst files; convert this one to Markdown or HTML'],
  ['org', 'no suitable library reads .org files; export this one as Markdown or HTML'],
  ['doc', 'the old .doc format is not read; save the file as .docx'],
  ['rtf', '.rtf files are not read; save this one as .docx or .odt'],
]);

/** The way to read a file with this name, or the reason why it is not read. */
export function fileKind(name: string): FileKind | { readonly reason: string } {
  const base = name.slice(name.lastIndexOf('/') + 1);
  if (!base.includes('.')) return { reason: 'it has no file extension that says what it is' };
  const extension = base.slice(base.lastIndexOf('.') + 1).toLowerCase();
  const kind = KINDS.get(extension);
  if (kind !== undefined) return kind;
  const shown = toSnippet(extension, 20);
  return { reason: INSTEAD.get(extension) ?? `.${shown} files are not read` };
}
