import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { createHeap } from './heap.ts';
import { endOfPlainPiece } from './plain-piece.ts';

/** An English contraction, which belongs to its word. */
const CONTRACTION = "(?:'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE]))?";
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;
/**
 * The pieces into which o200k_base cuts a text before it looks for tokens (published with tiktoken): words
 * with the mark before them, up to three digits, marks, line breaks, blanks.
 */
const PIECE = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?${UPPER}*${LOWER}+${CONTRACTION}`,
    String.raw`[^\r\n\p{L}\p{N}]?${UPPER}+${LOWER}*${CONTRACTION}`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'uy',
);
/** The pieces of a text whose letters, digits and spaces are all ASCII; this pattern takes half the time. */
const ASCII_PIECE = new RegExp(
  [
    String.raw`[^\r\na-zA-Z0-9]?[A-Z]*[a-z]+${CONTRACTION}`,
    String.raw`[^\r\na-zA-Z0-9]?[A-Z]+${CONTRACTION}`,
    '[0-9]{1,3}',
    String.raw` ?[^\sa-zA-Z0-9]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join('|'),
  'y',
);
const BEYOND_ASCII = /[^\0-\x7f‘’“”–—…]/;
const BYTES_PER_CHAR = 3;
/** Ranks have 18 bits; the positions in a piece, which are the lower bits, stay below 2^35. */
const POSITIONS = 2 ** 35;

/**
 * The exact number of tokens of a text in OpenAI's o200k_base, where special tokens are ordinary text. Other
 * models count differently; most count slightly more tokens. A run of more than 256 characters without a
 * break is counted in parts, which may add a token for each. Takes linear time, and 0.25 ms for 8 KB of
 * English.
 */
export function countTokens(text: string): number {
  const pieces = BEYOND_ASCII.test(text) ? PIECE : ASCII_PIECE;
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const plainEnd = endOfPlainPiece(text, at);
    if (plainEnd > at && isToken(text, at, plainEnd)) {
      count++;
      at = plainEnd;
    } else {
      pieces.lastIndex = at;
      pieces.test(text);
      const piece = text.slice(at, pieces.lastIndex);
      count += piece.length > MAX_PIECE_CHARS ? countInParts(piece) : countPiece(piece);
      at = pieces.lastIndex;
    }
  }
  return count;
}

function isToken(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) scratch[at - from] = text.charCodeAt(at);
  return rankOf(scratch, 0, to - from) >= 0;
}

function countInParts(piece: string): number {
  let count = 0;
  for (let at = 0; at < piece.length; at += MAX_PIECE_CHARS)
    count += countPiece(piece.slice(at, at + MAX_PIECE_CHARS));
  return count;
}

/** Up to this rank, tokens count as frequent: their rarity stays below 0.7. */
const FREQUENT_RANK = 200;
const RAREST = Math.log(1 + 200_000 / FREQUENT_RANK);
/** The rarity that each token of a word after its first one adds. */
const PER_PART = 0.5;

/**
 * How rare a word is in general, from 0 to about 10, in any language. o200k_base joins frequent words first,
 * so the rank of a word's token shows its frequency; a word of several tokens is rarer still.
 */
export function rarityOf(word: string): number {
  const piece = ` ${word}`;
  if (scratch.length < piece.length * BYTES_PER_CHAR)
    scratch = new Uint8Array(piece.length * BYTES_PER_CHAR * 2);
  const rank = rankOf(scratch, 0, encode(piece, scratch));
  return rank >= 0 ? Math.log(1 + rank / FREQUENT_RANK) : RAREST + PER_PART * (countTokens(piece) - 1);
}

const encoder = new TextEncoder();
let scratch = new Uint8Array(1024);

/** The same pieces of text occur again and again, and every context is counted twice. */
const counts = new Map<string, number>();
const MAX_CACHED_PIECES = 10_000;
const MAX_CACHED_CHARS = 20;
let latest = { piece: '', count: 0 };
/** Longer pieces are not words but lines of dashes, blanks or hostile text, which consist of repetitions. */
const MAX_PIECE_CHARS = 256;

function countPiece(piece: string): number {
  const cached = counts.get(piece);
  if (cached !== undefined) return cached;
  if (latest.piece === piece) return latest.count;
  const count = countAfresh(piece);
  if (counts.size >= MAX_CACHED_PIECES) counts.clear();
  if (piece.length <= MAX_CACHED_CHARS) counts.set(piece, count);
  else latest = { piece, count };
  return count;
}

function countAfresh(piece: string): number {
  if (scratch.length < piece.length * BYTES_PER_CHAR) {
    scratch = new Uint8Array(piece.length * BYTES_PER_CHAR * 2);
  }
  const length = encode(piece, scratch);
  if (length === 1 || rankOf(scratch, 0, length) >= 0) return 1;
  return merge(scratch, length);
}

/** Most pieces are short and plain; for them, a loop is faster than the encoder. */
function encode(piece: string, bytes: Uint8Array): number {
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at);
    if (code > 127) return encoder.encodeInto(piece, bytes).written;
    bytes[at] = code;
  }
  return piece.length;
}

/** In up to this many bytes, comparing all pairs before each join takes less time than a queue. */
const FEW_BYTES = 40;
const MAX_PIECE_BYTES = MAX_PIECE_CHARS * BYTES_PER_CHAR;
/** The end of the part that begins at each place, and the beginning of the part before it. */
const ends = new Int32Array(MAX_PIECE_BYTES + 1);
const starts = new Int32Array(MAX_PIECE_BYTES + 1);
/**
 * The rank of the token that the part at this place makes with the next one; -1 if there is no such token.
 */
const ranks = new Int32Array(MAX_PIECE_BYTES);

/**
 * Byte-pair encoding (P. Gage, "A New Algorithm for Data Compression", 1994): joins the two neighbours whose
 * token has the lowest rank (the first such pair if there are several), until no neighbours make a token.
 * Returns the number of remaining tokens.
 */
function merge(bytes: Uint8Array, length: number): number {
  for (let at = 0; at < length; at++) {
    ends[at] = at + 1;
    starts[at] = at - 1;
    ranks[at] = at + 2 <= length ? rankOf(bytes, at, at + 2) : -1;
  }
  const join = (at: number) => {
    const next = ends[at] ?? length;
    const end = ends[next] ?? length;
    ends[at] = end;
    starts[end] = at;
    ranks[next] = -1;
    for (const part of [at, starts[at] ?? -1]) {
      const after = ends[part] ?? length;
      if (part >= 0) ranks[part] = after < length ? rankOf(bytes, part, ends[after] ?? length) : -1;
    }
  };
  return length - (length <= FEW_BYTES ? joinFew(length, join) : joinMany(length, join));
}

/** Joins the parts of a short piece; returns how often. */
function joinFew(length: number, join: (at: number) => void): number {
  for (let joins = 0; ; joins++) {
    let [first, lowest] = [-1, Number.MAX_SAFE_INTEGER];
    for (let at = 0; at < length; at = ends[at] ?? length) {
      const rank = ranks[at] ?? -1;
      if (rank >= 0 && rank < lowest) [first, lowest] = [at, rank];
    }
    if (first < 0) return joins;
    join(first);
  }
}

/** The same for a piece of any length, in time that grows little faster than the length. */
function joinMany(length: number, join: (at: number) => void): number {
  const queue = createHeap<number>((one, other) => one < other);
  const add = (at: number) => {
    const rank = ranks[at] ?? -1;
    if (rank >= 0) queue.add(rank * POSITIONS + at);
  };
  for (let at = 0; at < length; at++) add(at);
  let joins = 0;
  for (let first = queue.take(); first !== undefined; first = queue.take()) {
    const at = first % POSITIONS;
    if (ranks[at] !== (first - at) / POSITIONS) continue;
    join(at);
    joins++;
    add(at);
    add(starts[at] ?? -1);
  }
  return joins;
}

/**
 * The number of slots of the table. A quarter of them stay empty, so that a search ends after a few steps.
 */
export const TABLE_SLOTS = 2 ** 18;
/** A slot has 48 bits: 30 to recognise the bytes of a token, and 18 for its rank. */
export const SLOT_UNITS = 3;
const RANK_LOW_BITS = 16;
/** All bits are set in an empty slot; no token has such a rank. */
const EMPTY = 0xffff;

/** The two hashes of a run of bytes: one chooses the slot, the other identifies the run. */
type Hashes = { readonly slot: number; readonly mark: number };

/**
 * The hashes of the bytes from `from` (inclusive) to `to` (exclusive). The second has 30 bits. No two tokens
 * of the table share both hashes; other bytes are mistaken for a token about once in a hundred million cases.
 */
export function hashesOf(bytes: Uint8Array, from: number, to: number): Hashes {
  let slot = 0x811c9dc5;
  let mark = to - from;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    slot = Math.imul(slot ^ byte, 0x01000193);
    mark = Math.imul(mark ^ byte, 0x5bd1e995);
    mark ^= mark >>> 15;
  }
  slot = Math.imul(slot ^ (slot >>> 15), 0x85ebca6b);
  return { slot: (slot ^ (slot >>> 13)) & (TABLE_SLOTS - 1), mark: Math.imul(mark, 0xc2b2ae35) >>> 2 };
}

let table: Uint16Array | undefined;

/**
 * The rank of the bytes from `from` (inclusive) to `to` (exclusive) in the vocabulary of o200k_base: 0 for
 * the token that is merged first, -1 if they are no token. The table is read on the first call.
 */
function rankOf(bytes: Uint8Array, from: number, to: number): number {
  table ??= readTable();
  const { slot, mark } = hashesOf(bytes, from, to);
  const [high, low] = [mark >>> 14, (mark & 0x3fff) << 2];
  for (let at = slot * SLOT_UNITS; ; at = at + SLOT_UNITS === table.length ? 0 : at + SLOT_UNITS) {
    const middle = table[at + 1] ?? EMPTY;
    if (table[at] === high && (middle & 0xfffc) === low) {
      return ((middle & 3) << RANK_LOW_BITS) | (table[at + 2] ?? 0);
    }
    if (middle === EMPTY && table[at] === EMPTY && table[at + 2] === EMPTY) return -1;
  }
}

/** The three parts of a slot, in order. */
export function slotOf(mark: number, rank: number): readonly [number, number, number] {
  return [mark >>> 14, ((mark & 0x3fff) << 2) | (rank >>> RANK_LOW_BITS), rank & 0xffff];
}

/** `token-table.bin` is written by `bench/token-table.ts`, low byte first. */
function readTable(): Uint16Array {
  const file = readFileSync(new URL('./token-table.bin', import.meta.url));
  if (endianness() === 'BE') file.swap16();
  return new Uint16Array(file.buffer, file.byteOffset, file.length / 2);
}
