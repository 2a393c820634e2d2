/** The text of a file, with a remark if its encoding had to be guessed; or the reason why there is none. */
type Decoded = { readonly content: string; readonly remark?: string } | { readonly reason: string };

/** Fewer letters of a text of Western Europe have marks; in Cyrillic or Greek, nearly all letters look so. */
const MAX_MARKED_SHARE = 0.35;

/** Letters and the marks that typists use. Other characters show that the text is in another encoding. */
const WESTERN = /^[\p{L}\p{ASCII}\s‘’‚“”„‹›«»–—…•·°§©®™€£¢¥¡¿²³½¼¾×±µªº´¨]*$/u;
/** In encodings for Eastern Europe, letters have the codes of these signs. */
const SIGN_AS_LETTER = /[a-z][±³¶¡¿ªº¢£¥¼½¾µ´¨][a-z]|[a-z]{3}[±³¶¡¿£¥¼½¾µ´¨]|[±³¶¡¿£¥¼½¾µ´¨]{2}/;

/**
 * Decodes a text file without its byte order mark: UTF-8, UTF-16 with a mark, or else Windows-1252 (which
 * includes Latin-1), if the result looks like text of Western Europe.
 */
export function decodeTextFile(bytes: Uint8Array): Decoded {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const content = strictly(isMarked ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', bytes);
  if (content?.includes('\0')) return { reason: 'it is binary, not text' };
  if (content !== null) return { content };
  const guess = isMarked ? null : asWestern(bytes);
  return guess === null
    ? { reason: 'it is not UTF-8 text; save it as UTF-8' }
    : { content: guess, remark: 'it is not UTF-8 and was read as Windows-1252; save it as UTF-8' };
}

function asWestern(bytes: Uint8Array): string | null {
  const content = strictly('windows-1252', bytes);
  if (content === null || !WESTERN.test(content) || SIGN_AS_LETTER.test(content)) return null;
  const letters = content.match(/\p{L}/gu)?.length ?? 0;
  const marked = content.match(/[^\P{L}\p{ASCII}]/gu)?.length ?? 0;
  return marked > letters * MAX_MARKED_SHARE ? null : content;
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
