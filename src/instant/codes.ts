import { createHash } from 'node:crypto';
import type { InstantFinding } from './finding.ts';
import { withoutStart } from './phrasing.ts';
import type { Tongue } from './tongues/tongue.ts';

/** The names of the supported hashes and encodings, without spaces and hyphens. */
const HASHES: Readonly<Record<string, string>> = {
  ...{ md5: 'md5', sha1: 'sha1', sha256: 'sha256', sha512: 'sha512' },
};
const ENCODINGS: Readonly<Record<string, 'base64' | 'hex' | 'url'>> = {
  ...{ base64: 'base64', hex: 'hex', hexadecimal: 'hex', hexadezimal: 'hex', hexadécimal: 'hex' },
  ...{ esadecimale: 'hex', url: 'url', percent: 'url' },
};
/** Exactly one quoted text; the closing mark depends on the opening one. */
const QUOTED = /"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«([^«»]+)»|'([^']+)'|`([^`]+)`/;
/** A text with these characters would look different in the answer, or would end its code span. */
const UNSHOWN = /[\p{C}`]| {2}|^ | $/u;
const BASE64 = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/;

/**
 * Answers a question for the hash or the encoding of a quoted text, or for the decoded form of an encoded
 * text; null for every other question. `asked` is the question as it was sent, because every character
 * counts.
 */
export function findCode(asked: string, tongue: Tongue): InstantFinding | null {
  const quoted = QUOTED.exec(asked);
  const given = quoted?.slice(1).find((text) => text !== undefined) ?? '';
  const text = quoted?.[0].startsWith('«') ? given.trim() : given;
  if (quoted === null || text === '' || UNSHOWN.test(text)) return null;
  const wish = readWish(asked.slice(0, quoted.index), asked.slice(quoted.index + quoted[0].length), tongue);
  const result = wish === null ? null : compute(text, wish);
  if (wish === null || result === null || result === '' || UNSHOWN.test(result)) return null;
  const call = wish.isDecoding ? `${wish.name}⁻¹` : wish.name;
  return { text: `${call}(\`${text}\`) = **\`${result}\`**`, value: `${call} ${result}` };
}

type CodeWish = { readonly name: string; readonly isDecoding: boolean };

/** The requested operation; null if the words around the text say anything else. */
function readWish(before: string, after: string, { codes: words, asks, commands }: Tongue): CodeWish | null {
  const others = `${words.others} ${words.from}`;
  const opening = before.replace(/^[\s¿¡]+/, '');
  const told = withoutStart(opening, [...asks, ...commands]) ?? opening;
  const low = `${told} ${after}`.toLowerCase().replaceAll(/\bsha[ -](?=\d)/g, 'sha');
  const said = low.split(/[\s¿?¡!.:()’'-]+/).filter((word) => word !== '');
  const isIn = (list: string, word: string) => list.split(' ').includes(word);
  const names = said.filter((word) => Object.hasOwn(HASHES, word) || Object.hasOwn(ENCODINGS, word));
  const verbs = said.filter((word) => isIn(words.encode, word) || isIn(words.decode, word));
  const rest = said.filter((word) => !names.includes(word) && !verbs.includes(word));
  const [name] = names;
  if (name === undefined || names.length > 1 || verbs.length > 1) return null;
  if (rest.some((word) => !isIn(others, word))) return null;
  const at = said.indexOf(name);
  // "from base64", but not "the hash from ..."
  const isFrom = isIn(words.from, said[at - 1] ?? '') && !isIn(words.others, said[at - 1] ?? '');
  const isDecoding = isFrom || verbs.some((word) => isIn(words.decode, word));
  const encoding = ENCODINGS[name];
  if (encoding === undefined) return isDecoding ? null : { name: HASHES[name] ?? name, isDecoding };
  // Somebody who asks for the address of something does not want its encoding.
  return encoding === 'url' && verbs.length === 0 ? null : { name: encoding, isDecoding };
}

function compute(text: string, { name, isDecoding }: CodeWish): string | null {
  if (isDecoding) return decoded(text, name);
  if (name === 'url') return text.isWellFormed() ? encodeURIComponent(text) : null;
  // Quoted digits may be meant as a number.
  if (name === 'hex') return /^\d+$/.test(text) ? null : Buffer.from(text).toString('hex');
  return name === 'base64' ? Buffer.from(text).toString(name) : createHash(name).update(text).digest('hex');
}

/** The text that has this encoding; null if no text has it. */
function decoded(text: string, name: string): string | null {
  try {
    // Some write a space as a plus sign.
    if (name === 'url') return text.includes('+') ? null : decodeURIComponent(text);
    const isRight = name === 'hex' ? /^(?:[\da-f]{2})+$/i.test(text) : BASE64.test(text);
    const bytes = Buffer.from(text, name === 'hex' ? 'hex' : 'base64');
    return isRight ? new TextDecoder('utf-8', { fatal: true }).decode(bytes) : null;
  } catch {
    return null;
  }
}
