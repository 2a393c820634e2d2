import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createVectorSearch } from './vector-search.ts';

type Row = readonly [part: number, piece: number, vector: readonly number[]];

function databaseOf(rows: readonly Row[]): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  database.exec(`create table maker (model, dimension); insert into maker values ('m', 2);
    create table pieces (part, piece, hash); create table vectors (hash, vector)`);
  for (const [at, [part, piece, vector]] of rows.entries()) {
    database.prepare('insert into pieces values (?, ?, ?)').run(part, piece, at);
    const bytes = new Uint8Array(Float32Array.from(vector).buffer);
    database.prepare('insert into vectors values (?, ?)').run(at, bytes);
  }
  return database;
}

test('of each document the nearest piece is found, the nearest document first', async () => {
  // Ten parts belong to one document.
  const rows: readonly Row[] = [
    [0, 1, [1, 0]],
    [9, 2, [0.6, 0.8]],
    [10, 3, [0, 1]],
    [11, 4, [0.8, 0.6]],
    [20, 5, [-1, 0]],
    [30, 6, [1, 0, 0]],
  ];
  const search = createVectorSearch(databaseOf(rows), 10);
  assert.deepEqual([search?.model, search?.dimension], ['m', 2]);
  const nearest = async (vector: readonly number[], limit: number) =>
    (await search?.nearest(Float32Array.from(vector), limit))?.map(({ part, piece }) => [part, piece]);
  assert.deepEqual(await nearest([1, 0], 2), [
    [0, 1],
    [11, 4],
  ]);
  assert.deepEqual(await nearest([0, 1], 9), [
    [10, 3],
    [9, 2],
    [20, 5],
  ]);
});

test('an index without vectors has no such search', () => {
  assert.equal(createVectorSearch(new DatabaseSync(':memory:'), 10), null);
  const empty = databaseOf([]);
  empty.exec('delete from maker');
  assert.equal(createVectorSearch(empty, 10), null);
});

test('other tasks run while the vectors of a large index are read and compared', async () => {
  const dimension = 4096;
  const database = databaseOf([[0, 0, Array.from({ length: dimension }, (_, at) => at)]]);
  database.exec(`update maker set dimension = ${dimension};
    with recursive more (part) as (select 1 union all select part + 1 from more where part < 1500)
    insert into pieces select part, 0, 0 from more`);
  const search = createVectorSearch(database, 1);
  /** How often other tasks ran during a search. */
  const turnsOf = async () => {
    let [turns, isOver] = [0, false];
    const searching = search?.nearest(new Float32Array(dimension).fill(1), 1).finally(() => (isOver = true));
    for (; !isOver; turns++) await new Promise((resolve) => setImmediate(resolve));
    await searching;
    return turns;
  };
  const [first, second] = [await turnsOf(), await turnsOf()];
  assert.ok(second >= 4 && first > second, `${first}, ${second}`);
});
