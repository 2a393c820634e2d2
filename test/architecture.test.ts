import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { circlesOfFiles, circlesOfFolders } from '../bench/structure/circles.ts';
import { hasLayer, layerFolderOf, privateImports, upwardImports } from '../bench/structure/layers.ts';
import { readTree } from '../bench/structure/tree.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = readTree(root);

test('imports go to a lower layer or stay in their folder', () => {
  assert.deepEqual(upwardImports(files), []);
});

test('the service imports only the public file of a package', () => {
  assert.deepEqual(privateImports(files), []);
});

test('every folder has a layer', () => {
  const source = files.filter(({ path }) => /^(?:src|packages)\//.test(path));
  const folders = new Set(source.map(({ path }) => layerFolderOf(path)));
  assert.deepEqual(
    [...folders].filter((folder) => !hasLayer(folder)),
    [],
  );
});

test('no imports form a circle', () => {
  assert.deepEqual(circlesOfFiles(files), []);
});

test('no folders form a circle', () => {
  assert.deepEqual(circlesOfFolders(files), []);
});

test('no step knows HTTP, and only the parts of an answer the settings', () => {
  const steps = files.filter(({ path }) =>
    /^src\/(?!interfaces\/|config\/|commands\/|service\/|[^/]+$)/.test(path),
  );
  const http = /from '(?:fastify|@fastify\/[^']+|[^']*\/interfaces\/[^']+)'/;
  const settings = /from '[^']*\/config\/[^']+'/;
  assert.deepEqual(
    steps.filter(({ text }) => http.test(text) || settings.test(text)).map(({ path }) => path),
    ['src/answer/parts.ts'],
  );
});

test('the environment is read in one place; only the log and the commands use the console', () => {
  const where = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.deepEqual(where(/process\.env\b/), ['src/config/load.ts']);
  assert.deepEqual(
    where(/\bconsole\./).filter((path) => !/^src\/(observe\/log\.ts|commands\/)|^web\/build\.ts/.test(path)),
    [],
  );
});

test('only net opens sockets, and the cache one to its Redis', () => {
  const opening = /\bfrom 'undici['/]|\bfrom 'node:(?:https?|tls|dgram|http2)'|(?<![.\w])fetch\(/;
  /** A file that gets net's fetch as a parameter declares it in its types. */
  const isHanded = (text: string) => /\bfetch: (?:typeof globalThis\.fetch|PlainFetch)/.test(text);
  const elsewhere = files
    .filter(({ path }) => path.startsWith('src/') && !path.startsWith('src/net/'))
    .filter(({ text }) => opening.test(text.replace(/^import type .*$/gm, '')) && !isHanded(text))
    .map(({ path }) => path);
  assert.deepEqual(elsewhere, []);
  const redis = files.filter(({ text }) => /['"]ioredis['"]/.test(text)).map(({ path }) => path);
  assert.deepEqual(redis, ['src/cache/redis-store.ts']);
});
