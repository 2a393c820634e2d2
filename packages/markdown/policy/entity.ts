import type { Lookahead } from '../scan/growing-buffer.ts';

const ENTITY = /^&(?:#0{0,7}(\d{1,7})|#x0{0,7}([\da-f]{1,6})|(colon|sol|period|commat));/i;
const BEGINNING = /^&(?:#\d{0,14}|#x[\da-f]{0,13}|[a-z]{0,6})$/i;
const NAMED: Readonly<Record<string, string>> = { colon: ':', sol: '/', period: '.', commat: '@' };
const OF_ADDRESS = /^[a-z0-9:/.@]$/i;

/**
 * A character of an address that is written as an entity, such as `&#58;`: its length, and the character.
 * Null for any other entity: none of those has a meaning in Markdown (CommonMark 0.31, 2.5).
 */
export function readEntity(
  text: string,
  mayGrow: boolean,
): Lookahead<{ readonly length: number; readonly char: string }> {
  const match = ENTITY.exec(text);
  if (match === null) return mayGrow && BEGINNING.test(text) ? 'needs more' : null;
  const [written, decimal, hex, name = ''] = match;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
  const char = NAMED[name.toLowerCase()] ?? (code <= 0x7f ? String.fromCharCode(code) : '');
  return OF_ADDRESS.test(char) ? { length: written.length, char } : null;
}
