import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { similarity } from '@sayso/text/ranks.ts';
import { toEmbeddedPieces } from './index-text.ts';
import { documentOf, PARTS_PER_DOCUMENT, type PieceMatch } from './store.ts';
import type { BarePiece, Maker, Vectors } from './vectors.ts';

/** What a file of SQLite has of vectors. All of them are compared with a question's, in memory. */
export function openSqliteVectors(database: DatabaseSync): Vectors {
  const made = database.prepare('select model, dimension from maker');
  const bareDocuments = database.prepare(
    `select id, title from documents where id >= ? and parts > (select count(distinct part) from pieces
       where part between documents.id * ${PARTS_PER_DOCUMENT} and documents.id * ${PARTS_PER_DOCUMENT} + parts - 1)
     order by id`,
  );
  const bareParts = database.prepare(
    `select id, text from parts where id between ? and ? and id not in (select part from pieces where part = parts.id)
     order by id`,
  );
  const bareCount = database.prepare(
    `select (select coalesce(sum(parts), 0) from documents) - (select count(distinct part) from pieces) as count`,
  );
  const textOf = database.prepare(
    `select title, text from parts join documents on documents.id = parts.id / ${PARTS_PER_DOCUMENT} where parts.id = ?`,
  );
  const isKnown = database.prepare('select 1 from vectors where hash = ?');
  const currentOf = openTable(database);
  const maker = async () => (made.get() as Maker | undefined) ?? null;
  return {
    maker,
    async setMaker({ model, dimension }) {
      database.exec('delete from vectors; delete from pieces; delete from maker');
      database.prepare('insert into maker values (?, ?)').run(model, dimension);
    },
    async bare(after, limit) {
      const bare: BarePiece[] = [];
      for (const { id, title } of bareDocuments.iterate(documentOf(after + 1))) {
        const first = Number(id) * PARTS_PER_DOCUMENT;
        for (const row of bareParts.iterate(Math.max(after + 1, first), first + PARTS_PER_DOCUMENT - 1)) {
          const pieces = piecesOf(Number(row.id), String(title), String(row.text));
          if (bare.length > 0 && bare.length + pieces.length > limit) return bare;
          const unknown = pieces.map((each) => (isKnown.get(each.hash) ? { ...each, text: null } : each));
          bare.push(...unknown);
        }
      }
      return bare;
    },
    countBare: async () => Number(bareCount.get()?.count),
    async addVectors(pieces) {
      const put = database.prepare('insert or ignore into vectors values (?, ?)');
      const place = database.prepare('insert or replace into pieces values (?, ?, ?)');
      for (const { part, piece, hash, vector } of pieces) {
        const now = textOf.get(part);
        const known = now && piecesOf(part, String(now.title), String(now.text))[piece];
        if (known === undefined || Buffer.compare(known.hash, hash) !== 0) continue;
        if (vector !== null)
          put.run(hash, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
        place.run(part, piece, hash);
      }
    },
    async sweepVectors() {
      database.exec('delete from vectors where hash not in (select hash from pieces)');
    },
    async nearest(vector, limit, within) {
      const dimension = (await maker())?.dimension;
      if (dimension !== vector.length) return [];
      const { parts, pieces, numbers, collections } = currentOf(dimension);
      const best = new Map<number, PieceMatch & { readonly near: number }>();
      for (let row = 0; row < parts.length; row++) {
        if (within?.includes(collections[row] ?? '') === false) continue;
        const near = similarity(vector, numbers, row * dimension);
        const part = parts[row] ?? 0;
        if (near > (best.get(documentOf(part))?.near ?? -1))
          best.set(documentOf(part), { part, piece: pieces[row] ?? 0, near });
      }
      return [...best.values()].sort((one, other) => other.near - one.near).slice(0, limit);
    },
  };
}

/** The pieces of a part, as they are embedded. */
function piecesOf(part: number, title: string, text: string) {
  return toEmbeddedPieces(text).map((own, piece) => {
    const embedded = `${title}\n${own}`;
    return { part, piece, hash: createHash('sha256').update(embedded).digest(), text: embedded };
  });
}

type VectorTable = {
  readonly parts: readonly number[];
  readonly pieces: readonly number[];
  readonly collections: readonly string[];
  /** All vectors, one after another. */
  readonly numbers: Float32Array;
};

/** Returns the vectors, read anew when there are others. */
function openTable(database: DatabaseSync): (dimension: number) => VectorTable {
  const others = database.prepare('pragma data_version');
  const own = database.prepare('select total_changes() as changes');
  // The id of the last document may come again, with another text.
  const vectors = database.prepare(
    'select count(*) as count, (select hex(hash) from documents order by id desc limit 1) as last from pieces',
  );
  let read: { readonly changes: string; readonly version: string; readonly table: VectorTable } | undefined;
  return (dimension) => {
    const changes = JSON.stringify([others.get(), own.get()]);
    if (read?.changes === changes) return read.table;
    const version = JSON.stringify([dimension, vectors.get()]);
    const table = read?.version === version ? read.table : readTable(database, dimension);
    read = { changes, version, table };
    return table;
  };
}

function readTable(database: DatabaseSync, dimension: number): VectorTable {
  const count = Number(
    database.prepare('select count(*) as count from pieces join vectors using (hash)').get()?.count,
  );
  const rows = database.prepare(
    `select part, piece, vector, name as collection from pieces join vectors using (hash)
     join documents on documents.id = part / ${PARTS_PER_DOCUMENT} join collections on collections.id = collection`,
  );
  const [parts, pieces, collections]: [number[], number[], string[]] = [[], [], []];
  const numbers = new Float32Array(count * dimension);
  for (const { part, piece, vector, collection } of rows.iterate()) {
    if (!(vector instanceof Uint8Array) || vector.byteLength !== dimension * 4) continue;
    // `slice` copies, because SQLite's bytes may begin at an address at which no Float32Array can begin.
    numbers.set(new Float32Array(vector.slice().buffer), parts.length * dimension);
    parts.push(Number(part));
    pieces.push(Number(piece));
    collections.push(String(collection));
  }
  return { parts, pieces, collections, numbers };
}
