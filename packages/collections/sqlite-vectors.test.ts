import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openForWriting } from './sqlite-file.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { openSqliteVectors } from './sqlite-vectors.ts';
import { embedParts } from './vectors.ts';

/** An index in memory; the vector of a text is the direction that its last number is, in degrees. */
async function makeIndex(collections: Readonly<Record<string, readonly string[]>>) {
  const database = openForWriting(':memory:', 'live');
  const store = openSqliteStore(database);
  const write = async (collection: string, texts: readonly string[]) => {
    const source = await store.source(collection, 'made');
    await source.write(
      texts.map((text, at) => ({
        ...{ key: `${at}`, mark: '', hash: '', is: 'document' },
        document: { url: null, path: `${at}`, title: '', text },
      })),
    );
  };
  for (const [collection, texts] of Object.entries(collections)) await write(collection, texts);
  const embed = async ({ passages }: { readonly passages: readonly string[] }) => {
    const vectors = passages.map((text) => directionOf(Number(/\d+\s*$/.exec(text)?.[0] ?? 0)));
    return { status: 'ok', vectors, model: 'm' } as const;
  };
  await embedParts(store.vectors, { embed }, () => undefined, new AbortController().signal);
  const names = database.prepare(
    'select name, path from documents join collections on collections.id = collection where documents.id = ?',
  );
  const { nearest } = openSqliteVectors(database);
  return {
    store,
    write,
    embed,
    nearest: async (degrees: number, limit: number, within?: readonly string[]) =>
      (await nearest(directionOf(degrees), limit, within)).map(({ part, piece }) => {
        const { name, path } = names.get(part >> 16) ?? {};
        return `${name} ${path}: ${part % 65_536} ${piece}`;
      }),
  };
}

function directionOf(degrees: number): Float32Array {
  const angle = (degrees / 180) * Math.PI;
  return Float32Array.of(Math.cos(angle), Math.sin(angle));
}

const long = (...degrees: readonly number[]) =>
  degrees.map((each) => `${'word '.repeat(220)}${each}`).join('\n\n');

test('of each document the nearest piece is found, the nearest document first', async () => {
  const { nearest } = await makeIndex({ a: [long(180, 10), '45', long(90, 180, 180, 180, 60), '320'] });
  assert.deepEqual(await nearest(0, 3), ['a 0: 0 1', 'a 3: 0 0', 'a 1: 0 0']);
  assert.deepEqual(await nearest(88, 2), ['a 2: 0 0', 'a 1: 0 0']);
  assert.deepEqual(await nearest(61, 1), ['a 2: 1 1']);
});

test('a small collection has the same neighbours beside a large one as alone', async () => {
  const large = Array.from({ length: 300 }, (_, at) => `${at}`);
  const { nearest } = await makeIndex({ large, small: ['200', '100', '150'] });
  assert.deepEqual(await nearest(0, 2, ['small']), ['small 1: 0 0', 'small 2: 0 0']);
});

test('a text that is written again has its new vector, also if it takes the place of the last one', async () => {
  const { store, nearest, write, embed } = await makeIndex({ a: ['10', '20'] });
  assert.deepEqual(await nearest(90, 1), ['a 1: 0 0']);
  assert.deepEqual(await store.vectors.bare(-1, 1), []);
  await write('a', ['10', '5']);
  const bare = (await store.vectors.bare(-1, 9)).find(({ text }) => text?.endsWith('5'));
  await write('a', ['10', '2']);
  assert.ok(bare !== undefined);
  await store.vectors.addVectors([{ ...bare, vector: directionOf(5) }]);
  assert.equal(await store.vectors.countBare(), 2, 'the vector was of the text before');
  await embedParts(store.vectors, { embed }, () => undefined, new AbortController().signal);
  assert.deepEqual(await nearest(0, 1), ['a 1: 0 0']);
});
