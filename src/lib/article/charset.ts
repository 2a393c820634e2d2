/** Only this much of a page is searched for a declared charset; browsers look at 1,024 bytes. */
const MAX_HEAD_BYTES = 4_096;
const FALLBACK = 'windows-1252';

/**
 * Decodes the bytes of a page. The encoding follows from, in order of priority: a byte order mark; text that
 * is clearly UTF-8, whatever its labels say; the charset of the `Content-Type` header; the page's `meta` or
 * `xml` declaration; otherwise it is windows-1252. Never throws: invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = markOf(bytes);
  if (mark !== null) return decode(bytes, mark);
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  const utf16 = unmarkedUtf16(head);
  if (utf16 !== null) return decode(bytes, utf16);
  const stated = labelIn(contentType) ?? labelOfPage(head);
  // The escape sequences of ISO-2022-JP are ASCII, so text in this encoding is also valid UTF-8.
  const asUtf8 = stated?.startsWith('iso-2022') ? null : strictUtf8(bytes);
  return asUtf8 ?? decode(bytes, stated === null || stated.startsWith('utf-') ? FALLBACK : stated, stated);
}

function markOf(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

/** In UTF-16, every other byte of markup is zero. */
function unmarkedUtf16(head: Uint8Array): string | null {
  const pairs = Math.min(head.length >> 1, 200);
  if (pairs < 4) return null;
  let evenZeros = 0;
  let oddZeros = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (head[2 * pair] === 0) evenZeros++;
    if (head[2 * pair + 1] === 0) oddZeros++;
  }
  if (oddZeros > pairs * 0.7 && evenZeros < pairs * 0.1) return 'utf-16le';
  return evenZeros > pairs * 0.7 && oddZeros < pairs * 0.1 ? 'utf-16be' : null;
}

/** A page that was cut off may end within a character; `stream` drops that character instead of failing. */
function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Text labelled UTF-8 with invalid bytes: a few are mistakes, many mean that the label is wrong. */
function decode(bytes: Uint8Array, label: string, stated: string | null = null): string {
  if (stated === 'utf-8') {
    const text = new TextDecoder('utf-8').decode(bytes);
    const broken = text.split('\ufffd').length - 1;
    const others = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
    if (broken <= others) return text;
  }
  return new TextDecoder(label).decode(bytes);
}

function labelIn(text: string): string | null {
  const label = /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(text.slice(0, MAX_HEAD_BYTES))?.[1];
  return label === undefined ? null : encodingNamed(label);
}

function labelOfPage(head: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(head);
  const xml = /^\s{0,99}<\?xml[^>]{1,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(text)?.[1];
  if (xml !== undefined) return encodingNamed(xml);
  for (const [meta] of text.matchAll(/<meta\s[^>]{1,500}>/gi)) {
    const label = labelIn(meta);
    // A page whose declaration is readable as ASCII is not UTF-16, whatever it declares (HTML, 13.2.3.2).
    if (label !== null) return label.startsWith('utf-16') ? 'utf-8' : label;
  }
  return null;
}

/** The name of an encoding by its label (`gb2312` is `gbk`) in the Encoding Standard, or null. */
function encodingNamed(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
