import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { programOf, stampOf } from '../bin/program.js';
import { withPlaces } from '../build/relocated.ts';
import { demoFolders } from '../src/commands/demo/demo-index.ts';
import { builtPageFolder, requireBuiltPage } from './support/built-page.ts';

test('a checkout runs its bundle only while no source has changed; a package always does', async () => {
  await using home = await mkdtempDisposable(join(tmpdir(), 'sayso-build-'));
  const root = home.path;
  const source = join(root, 'src', 'main.ts');
  const bundle = join(root, 'dist', 'server', 'main.js');
  await mkdir(join(root, 'src'));
  await mkdir(join(root, 'dist'));
  await writeFile(source, 'first');
  assert.equal(programOf(root), source, 'nothing is built');
  const stamps = { 'src/main.ts': stampOf(source) };
  await writeFile(join(root, 'dist', 'server.built.json'), JSON.stringify(stamps));
  assert.equal(programOf(root), bundle);
  await writeFile(source, 'changed');
  assert.equal(programOf(root), source);
  await rm(join(root, 'src'), { recursive: true });
  assert.equal(programOf(root), bundle);
});

test('a bundle finds the files that its sources use; an unknown use fails the build', async () => {
  await using home = await mkdtempDisposable(join(tmpdir(), 'sayso-build-'));
  const target = { folder: join(home.path, 'server'), data: join(home.path, 'data') };
  const path = join(import.meta.dirname, '..', 'src', 'commands', 'demo', 'read-countries.ts');
  const moved = (text: string) => withPlaces(text, path, target);
  assert.equal(
    await moved(`new URL('./factbook.jsonl.br', import.meta.url)`),
    `new URL('../data/factbook.jsonl.br', import.meta.url)`,
  );
  assert.ok(existsSync(join(target.data, 'factbook.jsonl.br')));
  assert.equal(
    await moved(`new URL('./worker.ts', import.meta.url)`),
    `new URL('./worker.js', import.meta.url)`,
  );
  for (const unknown of ['import.meta.dirname', 'new URL(name, import.meta.url)', 'libraryPart(name, file)'])
    await assert.rejects(moved(unknown), /src.commands.demo.read-countries\.ts uses its own place in a way/);
});

test('the demo finds its READMEs in a checkout and in an installed package', async () => {
  await using home = await mkdtempDisposable(join(tmpdir(), 'sayso-build-'));
  const root = join(home.path, 'node_modules', 'sayso-answers');
  const index = join(root, 'dist');
  await mkdir(index, { recursive: true });
  const readmes = join(index, 'readmes.jsonl.br');
  await writeFile(readmes, '');
  assert.deepEqual(demoFolders(root), { readmes, index });
  await rm(readmes);
  assert.deepEqual(demoFolders(root), { readmes: join(root, 'node_modules'), index });
});

test('the page comes with the licences of the packages whose code is in it', () => {
  requireBuiltPage();
  const licences = readFileSync(join(builtPageFolder, 'licenses.txt'), 'utf8');
  assert.match(licences, /^preact \d\S* \(MIT\)$/m);
  assert.match(licences, /^eventsource-parser \d\S* \(MIT\)$/m);
  assert.equal(licences.match(/Permission is hereby granted/g)?.length, 2);
});
