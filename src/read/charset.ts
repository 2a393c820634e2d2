/** Only this much of a page is searched for what it says of itself; browsers look at 1,024 bytes. */
const MAX_HEAD_BYTES = 4_096;
const FALLBACK = 'windows-1252';

/**
 * The text of a page from its bytes. What decides, strongest first: a byte order mark, text that is UTF-8 beyond doubt
 * whatever the labels say, the charset of the `Content-Type` header, the page's own `meta` or `xml` declaration, then
 * windows-1252. Never throws: bytes that fit nothing become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = markOf(bytes);
  if (mark !== null) return decode(bytes, mark);
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  const utf16 = unmarkedUtf16(head);
  if (utf16 !== null) return decode(bytes, utf16);
  const stated = labelIn(contentType) ?? labelOfPage(head);
  // Escape sequences of ISO-2022-JP are plain ASCII, so that it is valid UTF-8 too.
  const asUtf8 = stated?.startsWith('iso-2022') ? null : strictUtf8(bytes);
  return asUtf8 ?? decode(bytes, stated === null || stated.startsWith('utf-') ? FALLBACK : stated, stated);
}

function markOf(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

/** Markup in UTF-16 has a zero in every other byte. */
function unmarkedUtf16(head: Uint8Array): string | null {
  const pairs = Math.min(head.length >> 1, 200);
  if (pairs < 4) return null;
  let [evenZeros, oddZeros] = [0, 0];
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) evenZeros++;
    if (head[2 * i + 1] === 0) oddZeros++;
  }
  if (oddZeros > pairs * 0.7 && evenZeros < pairs * 0.1) return 'utf-16le';
  return evenZeros > pairs * 0.7 && oddZeros < pairs * 0.1 ? 'utf-16be' : null;
}

/** A page that was cut may end inside a character; `stream` leaves that out instead of minding it. */
function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Bytes labelled UTF-8 that are not valid: a few broken ones stay UTF-8, many mean the label is wrong. */
function decode(bytes: Uint8Array, label: string, stated: string | null = null): string {
  if (stated === 'utf-8') {
    const text = new TextDecoder('utf-8').decode(bytes);
    const broken = text.split('\ufffd').length - 1;
    const others = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
    if (broken <= others) return text;
  }
  return decoderOf(label).decode(bytes);
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder(FALLBACK);
  }
}

function labelIn(text: string): string | null {
  const label = /charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(text.slice(0, MAX_HEAD_BYTES))?.[1];
  return label === undefined ? null : known(label);
}

function labelOfPage(head: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(head);
  const xml = /^\s{0,99}<\?xml[^>]{1,200}?encoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})/i.exec(text)?.[1];
  if (xml !== undefined) return known(xml);
  for (const [meta] of text.matchAll(/<meta\s[^>]{1,500}>/gi)) {
    const label = labelIn(meta);
    // A page that could be read this far is not UTF-16, whatever it says (HTML, 13.2.3.2).
    if (label !== null) return label.startsWith('utf-16') ? 'utf-8' : label;
  }
  return null;
}

/** The name the encoding standard has for a label (`gb2312` is `gbk`), or null for what it does not know. */
function known(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
