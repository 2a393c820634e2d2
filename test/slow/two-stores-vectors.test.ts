import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Embed, type OpenStore, openStore } from '@sayso/collections';
import { embedParts, SAMPLES } from '@sayso/collections/embed-parts.ts';
import { noPostgres, startPostgres } from '../support/postgres.ts';

const { signal } = new AbortController();
const server = noPostgres === false ? await startPostgres() : null;
after(() => server?.[Symbol.asyncDispose]());
const folder = await mkdtempDisposable(join(tmpdir(), 'sayso-vectors-'));
after(() => folder.remove());
let files = 0;
const STORES: readonly { name: string; skip: string | false; makePlace(): string }[] = [
  { name: 'SQLite', skip: false, makePlace: () => join(folder.path, `${++files}.sqlite`) },
  {
    name: 'PostgreSQL',
    skip: noPostgres,
    makePlace: () => server?.addressOf(server.makeDatabase()) ?? assert.fail('no PostgreSQL'),
  },
];

const DIMENSION = 80;
/** Vectors of numbers that look like chance, the same for the same text. */
function vectorOf(text: string): Float32Array {
  let state = 7;
  for (const letter of text) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
  const numbers = Float32Array.from({ length: DIMENSION }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  });
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

/** A model that can be made to fail. */
function makeModel(model = 'm') {
  const made = { texts: 0, isDead: false, model };
  const embed: Embed = async ({ passages }) => {
    if (made.isDead) return { status: 'failed', cause: 'it is dead' };
    made.texts += passages.length;
    return { status: 'ok', vectors: passages.map(vectorOf), model: made.model };
  };
  return Object.assign(made, { embed });
}

const complete = (store: OpenStore, { embed }: { embed: Embed }, collections = ['large', 'small']) =>
  embedParts(
    store.vectors,
    { embed, collections: () => collections, retryDelaysMs: [] },
    () => undefined,
    signal,
  );

async function write(
  store: OpenStore,
  collection: string,
  paths: readonly string[],
  text = (path: string) => `The text of ${path}.`,
) {
  const source = await store.source(collection, 'one');
  await source.write(
    paths.map((path) => ({
      ...{ key: path, mark: 'm', hash: 'h', is: 'document' },
      document: { url: null, path, title: path, text: text(path), publishedAt: null },
    })),
  );
}

/** The paths of the documents that are nearest to a text in meaning; no document has a word of the search. */
async function nearest(store: OpenStore, text: string, limit: number, collections?: readonly string[]) {
  const near = await store.vectors.nearest(vectorOf(text), limit, collections);
  return (await store.search({ text: '北京', limit }, near)).map(({ path }) => path);
}

const paths = (count: number, of = 'large') => Array.from({ length: count }, (_, at) => `${of}${at}`);

for (const { name, skip, makePlace } of STORES) {
  test(`${name}: a small collection has the same neighbours beside a large one as alone, and they are the nearest`, {
    skip,
  }, async () => {
    const [alone, beside] = [await openStore(makePlace()), await openStore(makePlace())];
    const model = makeModel();
    await write(beside, 'large', paths(1_500));
    for (const store of [alone, beside]) {
      await write(store, 'small', paths(22, 'small'));
      assert.equal((await complete(store, model))?.missing, 0);
    }
    const similarity = (one: string, other: string) =>
      vectorOf(one).reduce((sum, number, at) => sum + number * (vectorOf(other)[at] ?? 0), 0);
    for (const question of ['one', 'another', 'a third']) {
      const found = await nearest(beside, question, 9, ['small']);
      assert.deepEqual(found, await nearest(alone, question, 9));
      const exact = paths(22, 'small')
        .map((path) => ({ path, near: similarity(question, `${path}\nThe text of ${path}.`) }))
        .sort((one, other) => other.near - one.near);
      assert.deepEqual(
        found,
        exact.slice(0, 9).map(({ path }) => path),
      );
      assert.deepEqual(await nearest(beside, question, 9, ['none']), []);
    }
    for (const store of [alone, beside]) await store.close();
  });

  test(`${name}: what is removed or written anew is no neighbour any more, what is new is one at once`, {
    skip,
  }, async () => {
    const place = makePlace();
    const stores = [await openStore(place), await openStore(place)] as const;
    const model = makeModel();
    await write(stores[0], 'large', paths(1_200));
    await complete(stores[0], model);
    const question = 'large1\nThe text of large1.';
    for (const store of stores) assert.deepEqual(await nearest(store, question, 1), ['large1']);
    const source = await stores[0].source('large', 'one');
    await source.retain(new Set(paths(50).slice(2)));
    await write(stores[0], 'large', ['large2']);
    assert.equal(await stores[1].vectors.missing(['large']), 1);
    for (const store of stores) {
      const left = await nearest(store, question, 100);
      assert.deepEqual([left.length, left.includes('large1'), left.includes('large2')], [47, false, false]);
    }
    model.texts = 0;
    await complete(stores[1], model);
    assert.equal(model.texts, SAMPLES.length + 1);
    for (const store of stores)
      assert.deepEqual(await nearest(store, 'large2\nThe text of large2.', 1), ['large2']);
    for (const store of stores) await store.close();
  });

  test(`${name}: of a text that is too long for the model, the beginning is embedded, and all others whole`, {
    skip,
  }, async () => {
    const store = await openStore(makePlace());
    await write(
      store,
      'large',
      paths(20),
      (path) => `${path} ${'long '.repeat(path === 'large7' ? 200 : 3)}`,
    );
    const model = makeModel();
    const embed: Embed = async (task, during) =>
      task.passages.some(({ length }) => length > 600)
        ? { status: 'failed', cause: 'it is too long' }
        : await model.embed(task, during);
    const report = await complete(store, { embed }, ['large']);
    assert.deepEqual([report?.cause, report?.missing, report?.embedded], ['', 0, 20]);
    await store.close();
  });

  test(`${name}: a collection that must stay on this machine from now on is embedded no further`, {
    skip,
  }, async () => {
    const store = await openStore(makePlace());
    await write(store, 'large', paths(40));
    const model = makeModel();
    let sent = 0;
    const collections = () => (sent > SAMPLES.length ? [] : ['large']);
    const embed: Embed = (task, during) => {
      sent += task.passages.length;
      return model.embed(task, during);
    };
    await embedParts(store.vectors, { embed, collections }, () => undefined, signal);
    assert.ok(sent < SAMPLES.length + 40, `${sent}`);
    await store.close();
  });

  test(`${name}: a text that changes while it is embedded gets the vector of its new text`, {
    skip,
  }, async () => {
    const store = await openStore(makePlace());
    await write(store, 'large', paths(9));
    const model = makeModel();
    let hasChanged = false;
    const embed: Embed = async (task, aborting) => {
      const isFirst = !hasChanged && !task.passages.includes('water');
      if (isFirst)
        for (const path of paths(9).reverse()) await write(store, 'large', [path], () => 'It is new.');
      hasChanged ||= isFirst;
      return await model.embed(task, aborting);
    };
    assert.equal((await complete(store, { embed }))?.missing, 0);
    for (const path of paths(9)) assert.deepEqual(await nearest(store, `${path}\nIt is new.`, 1), [path]);
    await store.close();
  });

  test(`${name}: one process makes vectors at a time; a model that fails keeps what is there, another one replaces it`, {
    skip,
  }, async () => {
    const place = makePlace();
    const [first, second] = [await openStore(place), await openStore(place)];
    const model = makeModel();
    await write(first, 'large', paths(40));
    const other = await Promise.all([complete(first, model), complete(second, model)]);
    assert.deepEqual(other.map((report) => report?.embedded).sort(), [40, undefined]);
    await write(second, 'large', ['new']);
    model.isDead = true;
    const failed = { embedded: 0, missing: 1, cause: 'it is dead', replaced: null };
    assert.deepEqual(await complete(second, model), failed);
    assert.equal((await nearest(first, 'large7\nThe text of large7.', 5))[0], 'large7');
    Object.assign(model, { isDead: false, model: 'n' });
    assert.deepEqual(await complete(first, model), { embedded: 41, missing: 0, cause: '', replaced: 'm' });
    assert.equal((await second.vectors.maker())?.model, 'n');
    assert.equal((await nearest(second, 'new\nThe text of new.', 5))[0], 'new');
    const order = { embed: makeModel('m').embed, collections: () => ['large'], mayReplace: false };
    const kept = await embedParts(second.vectors, order, () => undefined, signal);
    assert.equal(kept?.cause, 'another process makes them with n');
    for (const store of [first, second]) await store.close();
  });

  test(`${name}: no text of a collection that is not named gets to the model`, { skip }, async () => {
    const store = await openStore(makePlace());
    await write(store, 'large', paths(3));
    await write(store, 'small', paths(3, 'small'));
    const model = makeModel();
    await complete(store, model, ['small']);
    assert.equal(model.texts, SAMPLES.length + 3);
    assert.deepEqual(
      [await store.vectors.missing(['large']), await store.vectors.missing(['small'])],
      [3, 0],
    );
    await store.close();
  });
}
