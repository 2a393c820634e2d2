import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders that each folder may import, besides itself: the floors of ARCHITECTURE.md. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  net: ['core'],
  observe: ['core'],
  config: ['core'],
  cache: ['core'],
  markup: ['core'],
  search: ['core', 'net', 'cache', 'markup'],
  demo: ['core', 'config', 'search'],
  read: ['core', 'net', 'cache'],
  write: ['core', 'net'],
  select: ['core'],
  check: ['core', 'markup'],
  render: ['core', 'markup'],
  answer: ['core', 'observe', 'cache', 'markup'],
  'faces/http': ['core', 'answer'],
  'faces/cli': ['core', 'answer'],
};
/** The answer knows its steps only by their interfaces. */
const interfaces: ReadonlySet<string> = new Set([
  'src/search/search.ts',
  'src/search/backend.ts',
  'src/read/reading.ts',
  'src/write/condenser.ts',
  'src/write/writer.ts',
]);

type SourceFile = { readonly path: string; readonly text: string; readonly imports: readonly string[] };

const files: readonly SourceFile[] = globSync('{src,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
      (match) => match[1] ?? '',
    );
    const local = specifiers.filter((specifier) => specifier.startsWith('.'));
    return { path, text, imports: local.map((specifier) => normalize(join(dirname(path), specifier))) };
  });

/** The name of a file's folder below `src`, two levels deep for faces, empty for files of the top floor. */
function roomOf(path: string): string {
  const folders = dirname(path).split('/').slice(1);
  return folders[0] === 'faces' ? folders.slice(0, 2).join('/') : (folders[0] ?? '');
}

test('imports go to a lower floor or stay in their folder', () => {
  const upward = files
    .filter(({ path }) => path.startsWith('src/') && roomOf(path) !== '')
    .flatMap(({ path, imports }) =>
      imports
        .filter((target) => {
          const [from, to] = [roomOf(path), roomOf(target)];
          if (from === to || (mayImport[from] ?? []).includes(to)) return false;
          return !(from === 'answer' && interfaces.has(target));
        })
        .map((target) => `${path} -> ${target}`),
    );
  assert.deepEqual(upward, []);
});

test('every folder has a floor', () => {
  const rooms = new Set(files.filter(({ path }) => path.startsWith('src/')).map(({ path }) => roomOf(path)));
  rooms.delete('');
  assert.deepEqual(
    [...rooms].filter((room) => mayImport[room] === undefined),
    [],
  );
});

test('no imports form a circle', () => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const done = new Set<string>();
  const circles: string[] = [];
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of byPath.get(path)?.imports ?? []) walk(next, [...trail, path]);
    done.add(path);
  };
  for (const { path } of files) walk(path, []);
  assert.deepEqual(circles, []);
});

test('the environment is read in one place, the console used in the log and the command alone', () => {
  const where = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  assert.deepEqual(where(/process\.env\b/), ['src/config/load.ts']);
  assert.deepEqual(
    where(/\bconsole\./).filter(
      (path) => !/^src\/(observe\/log\.ts|faces\/cli\/)|^web\/build\.ts/.test(path),
    ),
    [],
  );
});

test('only net opens sockets, and the cache one to its Redis', () => {
  const opening = /\bfrom 'undici'|\bfrom 'node:(?:https?|tls|dgram|http2)'|(?<![.\w])fetch\(/;
  /** A file that gets net's fetch as a parameter declares it in its types. */
  const isHanded = (text: string) => text.includes('fetch: typeof globalThis.fetch');
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
