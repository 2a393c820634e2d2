import chardet from 'chardet';

/** Only this much of a page is searched for a declared charset; browsers look at 1,024 bytes. */
const MAX_HEAD_BYTES = 4_096;
const FALLBACK = 'windows-1252';

/** The longest text that is looked at to recognise an encoding, in bytes. */
const MAX_TELLING_BYTES = 4_096;
/** Fewer bytes beyond ASCII are names, units and quotation marks of any language. */
const LEAST_FOREIGN_BYTES = 4;
/** What chardet gives to an encoding in which so short a text is valid, and nothing more. */
const LOWEST_CONFIDENCE = 10;
/** The share of invalid bytes in UTF-8 that does not say what it is. */
const MISTAKES = 0.1;
/** How ISO-2022-JP, whose bytes are all ASCII, begins Japanese text. */
const JAPANESE_ESCAPES = ['\u001b$B', '\u001b$@'];

/**
 * Decodes the bytes of a page. The encoding follows from, in order of priority: a byte order mark; zeros in
 * every other byte, as UTF-16 has; bytes that are valid UTF-8, whatever their labels say; the charset of the
 * `Content-Type` header; the page's `meta` or `xml` declaration; how often its bytes follow one another;
 * otherwise it is windows-1252. A label of UTF-16 alone is not believed, and one of UTF-8 only if few bytes
 * are invalid. Never throws: invalid bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const mark = markOf(bytes);
  if (mark !== null) return decode(bytes, mark);
  const head = bytes.subarray(0, MAX_HEAD_BYTES);
  const utf16 = unmarkedUtf16(head);
  if (utf16 !== null) return decode(bytes, utf16);
  const stated = labelIn(contentType) ?? labelOfPage(head) ?? japaneseByEscapes(bytes);
  // The escape sequences of ISO-2022-JP are ASCII, so text in this encoding is also valid UTF-8.
  const asUtf8 = stated?.startsWith('iso-2022') ? null : strictUtf8(bytes);
  if (asUtf8 !== null) return asUtf8;
  if (stated !== null && !stated.startsWith('utf-')) return decode(bytes, stated);
  const mistakes = stated === 'utf-8' ? 1 : MISTAKES;
  return mostlyUtf8(bytes, mistakes) ?? decode(bytes, recognise(bytes));
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

/**
 * UTF-8 with invalid bytes: a few are mistakes, more than this share of the other characters beyond ASCII
 * mean that it is another encoding.
 */
function mostlyUtf8(bytes: Uint8Array, mistakes: number): string | null {
  const text = decode(bytes, 'utf-8');
  const broken = text.split('\ufffd').length - 1;
  const others = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return broken <= mistakes * others ? text : null;
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes);
}

function japaneseByEscapes(bytes: Uint8Array): string | null {
  if (!bytes.includes(0x1b)) return null;
  const text = decode(bytes, 'latin1');
  return JAPANESE_ESCAPES.some((sequence) => text.includes(sequence)) ? 'iso-2022-jp' : null;
}

/**
 * The most probable encoding of a page that names none. Only lines and texts between tags that have bytes
 * beyond ASCII are looked at: with the markup and English menus, a short Russian page passes for English.
 */
function recognise(bytes: Uint8Array): string {
  const telling = new Uint8Array(MAX_TELLING_BYTES).fill(SPACE);
  let [length, from, isTelling, foreign] = [0, 0, false, 0];
  for (let at = 0; at <= bytes.length && length < telling.length; at++) {
    const byte = bytes[at] ?? LINE_END;
    if (byte > 127) [isTelling, foreign] = [true, foreign + 1];
    if (byte !== TAG_START && byte !== TAG_END && byte !== LINE_END) continue;
    if (isTelling) {
      const part = bytes.subarray(from, Math.min(at, from + telling.length - length));
      telling.set(part, length);
      length += part.length + 1;
    }
    [from, isTelling] = [at + 1, false];
  }
  if (foreign < LEAST_FOREIGN_BYTES) return FALLBACK;
  for (const { name, confidence } of chardet.analyse(telling.subarray(0, length))) {
    if (confidence > LOWEST_CONFIDENCE) return encodingNamed(name) ?? FALLBACK;
  }
  return FALLBACK;
}

const [LINE_END, SPACE, TAG_START, TAG_END] = [0x0a, 0x20, 0x3c, 0x3e];

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
