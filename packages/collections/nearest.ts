import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Ask } from './postgres-database.ts';
import { PARTS_PER_DOCUMENT, type PieceMatch, type Within } from './store.ts';

// The pieces nearest in meaning, of both stores. In memory is one bit for each number of a vector: whether it is above the
// model's mean, as many models give all texts much in common. The bits of all pieces are compared with those of a question,
// and the numbers of the nearest, which the store has with one byte each, decide the order. Other collections are left out
// before anything is compared, so a small one has the same neighbours beside a large one as alone.

/** What made the vectors of an index. */
export type Maker = {
  readonly id: number;
  readonly model: string;
  /** The middle of its vectors. */
  readonly centre: Float32Array;
};

/** What made the vectors of an index; null if there are none. */
export async function readMaker(ask: Ask): Promise<Maker | null> {
  const [row] = await ask<Omit<Maker, 'centre'> & { readonly centre: Uint8Array }>(
    'select cast(id as double precision) as id, model, centre from maker',
  );
  // A copy begins where a Float32Array can begin.
  return row === undefined ? null : { ...row, centre: new Float32Array(Uint8Array.from(row.centre).buffer) };
}

/** A part with its pieces, as it is stored: their vectors one after another. */
export type PartVectors = { readonly signs: Uint8Array; readonly numbers: Uint8Array };

/** The vectors of a part's pieces in the form in which they are stored. */
export function toStoredVectors(pieces: readonly Float32Array[], centre: Float32Array): PartVectors {
  return {
    signs: Buffer.concat(pieces.map((piece) => new Uint8Array(toSigns(piece, centre).buffer))),
    numbers: Buffer.concat(pieces.map((piece) => new Uint8Array(toBytes(piece).buffer))),
  };
}

function wordsOf(dimension: number): number {
  return Math.ceil(dimension / 32);
}

function toSigns(vector: Float32Array, centre: Float32Array): Uint32Array {
  const signs = new Uint32Array(wordsOf(vector.length));
  for (const [at, number] of vector.entries())
    if (number > (centre[at] ?? 0)) signs[at >>> 5] = (signs[at >>> 5] ?? 0) | (1 << (at & 31));
  return signs;
}

/** Numbers from -127 to 127. The length gets lost, which a cosine does not need. */
function toBytes(vector: Float32Array): Int8Array {
  const most = vector.reduce((max, number) => Math.max(max, Math.abs(number)), Number.MIN_VALUE);
  return Int8Array.from(vector, (number) => Math.round((number / most) * 127));
}

/** The pieces that are kept together: to compare a question with them takes about a millisecond. */
const BLOCK = 16_384;
/** Parts that are read at a time. */
const ROWS_AT_ONCE = 2_000;
/** The pieces whose numbers are compared. */
const CANDIDATES = 500;
/** A question that comes while many vectors are read is compared with those that are there. */
const READ_MS = 500;
/** After this, all are read anew: what was removed from the store is still in memory. */
const KEPT_MS = 86_400_000;

/** Pieces by their position in these lists. */
type Block = {
  readonly signs: Uint32Array;
  readonly ids: Uint32Array;
  readonly collections: Uint32Array;
  size: number;
};

/** The signs of all pieces. */
type Table = {
  readonly maker: Maker;
  readonly words: number;
  readonly sinceMs: number;
  readonly blocks: Block[];
  /** The last part that was read. */
  last: number;
};

type Row = { readonly part: number; readonly collection: number; readonly signs: Uint8Array };
type Candidate = {
  readonly id: number;
  readonly document: number;
  readonly position: number;
  readonly numbers: Uint8Array;
};

/** Finds the pieces nearest to a vector, the best of each document, in an index that is asked in SQL. */
export function createNearest(ask: Ask) {
  let table: Table | undefined;
  let reading: Promise<void> | undefined;
  const read = async () => {
    const maker = await readMaker(ask);
    if (maker === null) {
      table = undefined;
      return;
    }
    const isSame = table?.maker.id === maker.id;
    const isKept = isSame && performance.now() - (table?.sinceMs ?? 0) < KEPT_MS;
    const next = isKept && table !== undefined ? table : newTable(maker);
    if (!isSame) table = next;
    await fill(next, ask);
    table = next;
  };
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  return async (vector: Float32Array, limit: number, within: Within): Promise<readonly PieceMatch[]> => {
    const late = new AbortController();
    await Promise.race([readOnce(), setTimeout(READ_MS, undefined, { signal: late.signal })]).finally(() =>
      late.abort(),
    );
    // A model that is replaced meanwhile has another one.
    const searched = table;
    if (searched === undefined) return [];
    const names = await ask<{ id: number; name: string }>('select id, name from collections');
    const isAsked = new Uint8Array(Math.max(0, ...names.map(({ id }) => id)) + 1);
    for (const { id, name } of names) isAsked[id] = within?.includes(name) === false ? 0 : 1;
    for (let isTriedAgain = false; ; isTriedAgain = true) {
      const ids = await nearestParts(searched, toSigns(vector, searched.maker.centre), isAsked);
      const parts = await ask<Candidate>(
        `select cast(id as double precision) as id, cast(document as double precision) as document, position, numbers
         from vectors where id in (select cast(key as integer) from json_each($1))`,
        [keysOf(ids)],
      );
      if (parts.length * 2 >= ids.length || isTriedAgain) return bestPieces(vector, parts).slice(0, limit);
      // What was removed hides what is there.
      const left = await ask<{ id: number }>(
        'select cast(id as double precision) as id from vectors where maker = $1',
        [searched.maker.id],
      );
      forgetOthers(searched, new Set(left.map(({ id }) => id)));
    }
  };
}

/** No collection has this id. */
const NOWHERE = 0;

/** Leaves all parts but these out of the searches to come. */
function forgetOthers({ blocks }: Table, left: ReadonlySet<number>): void {
  for (const { ids, collections, size } of blocks)
    for (let at = 0; at < size; at++) if (!left.has(ids[at] ?? 0)) collections[at] = NOWHERE;
}

/** A list for SQL that both SQLite and PostgreSQL understand: `json_each` of both gives the keys of an object. */
export function keysOf(list: readonly (string | number)[]): string {
  return JSON.stringify(Object.fromEntries(list.map((each) => [each, 0])));
}

function newTable(maker: Maker): Table {
  return { maker, words: wordsOf(maker.centre.length), sinceMs: performance.now(), blocks: [], last: 0 };
}

/** Adds what the store has got since the last time. */
async function fill(table: Table, ask: Ask): Promise<void> {
  for (;;) {
    // Ordered by a name that the cast has, too, all rows would be sorted each time.
    const rows = await ask<Row>(
      `select cast(id as double precision) as part, collection, signs from vectors where maker = $1 and id > $2
       order by id limit ${ROWS_AT_ONCE}`,
      [table.maker.id, table.last],
    );
    for (const row of rows) add(table, row);
    if (rows.length < ROWS_AT_ONCE) return;
    await setImmediate();
  }
}

function add(table: Table, { part: id, collection, signs }: Row): void {
  const bytes = table.words * 4;
  for (let at = 0; at < signs.byteLength; at += bytes) {
    if ((table.blocks.at(-1)?.size ?? BLOCK) === BLOCK) table.blocks.push(newBlock(table.words));
    const block = table.blocks.at(-1);
    if (block === undefined) return;
    new Uint8Array(block.signs.buffer).set(signs.subarray(at, at + bytes), block.size * bytes);
    block.ids[block.size] = id;
    block.collections[block.size] = collection;
    block.size++;
  }
  table.last = id;
}

function newBlock(words: number): Block {
  return {
    signs: new Uint32Array(BLOCK * words),
    ids: new Uint32Array(BLOCK),
    collections: new Uint32Array(BLOCK),
    size: 0,
  };
}

/**
 * The ids of the parts of the pieces with the fewest other signs in some collections. Other tasks can run in between.
 */
async function nearestParts(
  { blocks, words }: Table,
  question: Uint32Array,
  isAsked: Uint8Array,
): Promise<readonly number[]> {
  // The ids by the number of signs that differ; `most` sinks, so that about as many as are wanted stay.
  const byDistance: number[][] = Array.from({ length: words * 32 + 1 }, () => []);
  let [kept, most] = [0, words * 32];
  for (const { signs, ids, collections, size } of blocks) {
    for (let at = 0; at < size; at++) {
      if (isAsked[collections[at] ?? 0] !== 1) continue;
      let distance = 0;
      for (let word = 0; word < words; word++)
        distance += countBits((signs[at * words + word] ?? 0) ^ (question[word] ?? 0));
      if (distance > most) continue;
      byDistance[distance]?.push(ids[at] ?? 0);
      kept++;
      for (; kept - (byDistance[most]?.length ?? 0) >= CANDIDATES; most--) {
        kept -= byDistance[most]?.length ?? 0;
        byDistance[most] = [];
      }
    }
    await setImmediate();
  }
  return [...new Set(byDistance.flat().slice(0, CANDIDATES))];
}

/** How many bits of 32 are set (Henry Warren, "Hacker's Delight", figure 5-2). */
function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The best piece of each document, the best document first. */
function bestPieces(vector: Float32Array, parts: readonly Candidate[]): readonly PieceMatch[] {
  const best = new Map<number, PieceMatch & { readonly near: number }>();
  for (const { document, position, numbers } of parts) {
    const bytes = new Int8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    for (let piece = 0; piece * vector.length < bytes.length; piece++) {
      const near = cosine(vector, bytes, piece * vector.length);
      if (near > (best.get(document)?.near ?? Number.NEGATIVE_INFINITY))
        best.set(document, { part: document * PARTS_PER_DOCUMENT + position, piece, near });
    }
  }
  return [...best.values()].sort((one, other) => other.near - one.near);
}

/** The cosine of the angle between a unit vector and one of any length, which begins at `from`. */
function cosine(vector: Float32Array, bytes: Int8Array, from: number): number {
  let [product, square] = [0, 0];
  for (let at = 0; at < vector.length; at++) {
    const number = bytes[from + at] ?? 0;
    product += (vector[at] ?? 0) * number;
    square += number * number;
  }
  return product / Math.sqrt(square);
}
