import type { Lookahead } from './block-structure.ts';

/** An entity that may stand for a character of an address. Keep both alike, as `beginning` may become a `whole` one. */
const ENTITY = {
  whole: /^&(?:#0{0,7}(\d{1,7})|#x0{0,7}([\da-f]{1,6})|(colon|sol|period|commat));/i,
  beginning: /^&(?:#\d{0,14}|#x[\da-f]{0,13}|[a-z]{0,6})$/i,
};
const CHARS_BY_NAME: Readonly<Record<string, string>> = { colon: ':', sol: '/', period: '.', commat: '@' };
const ADDRESS_CHAR = /^[a-z0-9:/.@]$/i;

/**
 * A character of an address that is written as an entity, such as `&#58;`: its length, and the character.
 * Null for any other entity: none of those has a meaning in Markdown (CommonMark 0.31, 2.5).
 */
export function readEntity(
  text: string,
  mayGrow: boolean,
): Lookahead<{ readonly length: number; readonly char: string }> {
  const match = ENTITY.whole.exec(text);
  if (match === null) return mayGrow && ENTITY.beginning.test(text) ? 'needs more' : null;
  const [written, decimal, hex, name = ''] = match;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
  const char = CHARS_BY_NAME[name.toLowerCase()] ?? (code <= 0x7f ? String.fromCharCode(code) : '');
  return ADDRESS_CHAR.test(char) ? { length: written.length, char } : null;
}
