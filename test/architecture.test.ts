import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderSizes } from '../bench/structure/budgets.ts';
import { circlesOfFiles, circlesOfFolders } from '../bench/structure/circles.ts';
import { functionsOf } from '../bench/structure/functions.ts';
import { hasLayer, layerFolderOf, privateImports, upwardImports } from '../bench/structure/layers.ts';
import { longLinesOf } from '../bench/structure/long-lines.ts';
import { oldWords } from '../bench/structure/old-words.ts';
import { readTree } from '../bench/structure/tree.ts';
import { repeatedTypeNames } from '../bench/structure/type-names.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const files = readTree(root);

test('imports go to a lower layer or stay in their folder', () => {
  assert.deepEqual(upwardImports(files), []);
});

test('the service imports only the public file of a library', () => {
  assert.deepEqual(privateImports(files), []);
});

test('every folder has a layer', () => {
  const source = files.filter(({ path }) => path.startsWith('src/'));
  const folders = new Set(source.map(({ path }) => layerFolderOf(path)));
  assert.deepEqual(
    [...folders].filter((folder) => !hasLayer(folder)),
    [],
  );
});

test('no folder has more lines than its budget', () => {
  const big = folderSizes(files).filter(({ lines, budget }) => lines > budget);
  assert.deepEqual(big, []);
});

test('no exported name uses a word that only this project knows', () => {
  assert.deepEqual(oldWords(files), []);
});

test('no imports form a circle', () => {
  assert.deepEqual(circlesOfFiles(files), []);
});

test('no folders form a circle', () => {
  assert.deepEqual(circlesOfFolders(files), []);
});

test('no line of code is longer than the formatter allows', () => {
  const shown = longLinesOf(root).map(({ path, line, columns }) => `${path}:${line} has ${columns} columns`);
  assert.deepEqual(shown, []);
});

test('no step knows HTTP or the settings', () => {
  const steps = files.filter(({ path }) =>
    /^src\/(?!interfaces\/|config\/|commands\/|service\/|[^/]+$)/.test(path),
  );
  const http = /from '(?:fastify|@fastify\/[^']+|[^']*\/interfaces\/[^']+)'/;
  const settings = /from '[^']*\/config\/[^']+'/;
  assert.deepEqual(
    steps.filter(({ text }) => http.test(text) || settings.test(text)).map(({ path }) => path),
    [],
  );
});

test('every interface and command makes its questions in one place', () => {
  const interfaces = files.filter(({ path }) => /^src\/(?:interfaces|commands)\//.test(path));
  // Every question has the `site:` operators of its text in its scope.
  const making = interfaces.filter(({ text }) => /(?<!function )\bwithSiteOperators\(/.test(text));
  assert.deepEqual(
    making.map(({ path }) => path),
    ['src/interfaces/http/to-question.ts'],
  );
});

test('the settings end at the files that build the service', () => {
  const below = files.filter(({ path }) => /^src\/(?!config\/|commands\/|service\/|[^/]+$)/.test(path));
  const holding = below.filter(({ text }) => /from '[^']*\/config\/settings\.ts'/.test(text));
  assert.deepEqual(
    holding.map(({ path }) => path),
    [],
  );
});

test('no exported name of a type has two meanings', () => {
  const repeated = repeatedTypeNames(files).filter(({ isExported }) => isExported);
  assert.deepEqual(repeated, []);
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

test('no test builds the page in the folder that parallel tests serve', () => {
  const builders = globSync('{src,web,test}/**/*.test.ts', { cwd: root }).filter((path) =>
    /\bbuildPage\(\)/.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(builders, []);
});

test('no file is too long', () => {
  const big = files.filter(({ text }) => text.split('\n').length > 300).map(({ path }) => path);
  assert.deepEqual(big, []);
  const story = files.find(({ path }) => path === 'src/answer/answer.ts');
  assert.ok(story !== undefined && story.text.split('\n').length < 200);
});

/** A longer function does more than one thing. */
const MAX_FUNCTION_LINES = 50;
/** The number of longer functions; lower it whenever one is divided. */
const MAX_LONG_FUNCTIONS = 4;

test('few functions are long, and none is very long', () => {
  const source = files.filter(({ path }) => path.startsWith('src/'));
  const long = source.flatMap(functionsOf).filter(({ lines }) => lines > MAX_FUNCTION_LINES);
  assert.ok(long.length <= MAX_LONG_FUNCTIONS, `${long.length} functions over ${MAX_FUNCTION_LINES} lines`);
  assert.deepEqual(
    long.filter(({ lines }) => lines > 2 * MAX_FUNCTION_LINES),
    [],
  );
});
