import type { ReadDocument, Refusal } from './collection-document.ts';
import type { ListedFile } from './list-folder.ts';
import { readBundle } from './read-bundle.ts';
import { type ReadContent, readContentFile } from './read-content-file.ts';
import { readTextFile } from './read-text-file.ts';

/** Everything on which a document depends besides its file. */
export type FolderReading = {
  /** The base URL for documents without a complete URL of their own; null if the service shows them. */
  readonly base: URL | null;
  readonly readContent: ReadContent;
};

/** Reads a file as a document, or says why it is refused. Rejects only with the signal's reason. */
export async function readFileDocument(
  { path, kind, bytes }: Pick<ListedFile, 'path' | 'kind'> & { readonly bytes: Buffer },
  { base, readContent }: FolderReading,
  signal: AbortSignal,
): Promise<ReadDocument | Refusal> {
  if (kind.reader === 'content')
    return readContentFile(
      { path, bytes, mediaType: kind.mediaType },
      { baseUrl: base, readContent },
      signal,
    );
  if (kind.reader === 'bundle') return readBundle({ path, bytes, format: kind.format }, base, signal);
  const decoded = decodeTextFile(bytes);
  if ('reason' in decoded) return { path, ...decoded };
  const document = readTextFile({ path, content: decoded.content, isMarkdown: kind.isMarkdown }, base);
  if ('reason' in document || decoded.remark === undefined) return document;
  return { ...document, remark: [document.remark, decoded.remark].filter(Boolean).join('; ') };
}

/** The text of a file, with a remark if its encoding had to be guessed; or the reason why there is none. */
type Decoded = { readonly content: string; readonly remark?: string } | { readonly reason: string };

/** Western European text has a smaller share of accents; misread Cyrillic or Greek is nearly all accents. */
const MAX_MARKED_SHARE = 0.35;

/** Letters and common typographic marks. Any other character shows that the text is in another encoding. */
const WESTERN = /^[\p{L}\p{ASCII}\s‘’‚“”„‹›«»–—…•·°§©®™€£¢¥¡¿²³½¼¾×±µªº´¨]*$/u;
/** In encodings for Eastern Europe, the codes of these signs stand for letters. */
const SIGN_AS_LETTER = /[a-z][±³¶¡¿ªº¢£¥¼½¾µ´¨][a-z]|[a-z]{3}[±³¶¡¿£¥¼½¾µ´¨]|[±³¶¡¿£¥¼½¾µ´¨]{2}/;

/** Decodes a text file: UTF-8, UTF-16 with a mark, or Windows-1252 if it looks Western European. */
export function decodeTextFile(bytes: Uint8Array): Decoded {
  const marked = markedEncoding(bytes);
  const content = strictly(marked ?? 'utf-8', bytes);
  if (content?.includes('\0')) return { reason: 'it is binary, not text' };
  if (content !== null) return { content };
  const guess = marked === null ? asWestern(bytes) : null;
  return guess === null
    ? { reason: 'it is not UTF-8 text; save it as UTF-8' }
    : { content: guess, remark: 'it is not UTF-8 and was read as Windows-1252; save it as UTF-8' };
}

/** The encoding by the byte order mark; null if there is none of UTF-16. */
function markedEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The text as Windows-1252; null if it does not look Western European. */
function asWestern(bytes: Uint8Array): string | null {
  const content = strictly('windows-1252', bytes);
  if (content === null || !WESTERN.test(content) || SIGN_AS_LETTER.test(content)) return null;
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  const marked = content.match(/[^\P{L}\p{ASCII}]/gu)?.length ?? 0;
  return marked > letters * MAX_MARKED_SHARE ? null : content;
}

/** The text in an encoding; null if the bytes are not valid in it. */
function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
