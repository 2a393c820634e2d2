import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { SAMPLES } from '@sayso/collections/embed-parts.ts';
import { loadSettings } from '../src/config/load.ts';
import type { Embed } from '../src/core/ranking.ts';
import { hashOf } from '../src/keys/key-file.ts';
import { createLog } from '../src/observe/log.ts';
import { openOwnWeb } from '../src/service/own-web.ts';
import { startEmbeddingServer } from './support/embedding-server.ts';
import { startModelServer, streaming } from './support/model-server.ts';
import { makePlace, startOver } from './support/own-web.ts';
import { until } from './support/until.ts';

const sayso = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));

test('a folder of a file of sources is searched, and a file that is added or deleted needs no restart', async () => {
  await using place = await makePlace();
  await using service = await startOver(place);
  await until(() => service.finds('Where does the quokka live?', 'notes/quokka.md'));
  await writeFile(join(place.notes, 'numbat.md'), '# Numbat\n\nThe numbat lives in Dryandra.');
  await until(() => service.finds('Where does the numbat live?', 'notes/numbat.md'));
  const shown = await fetch(`${service.url}/documents/own/notes/numbat.md`, {
    headers: { accept: 'text/plain' },
  });
  assert.match(await shown.text(), /Dryandra/);
  await rm(join(place.notes, 'numbat.md'));
  await until(async () => !(await service.finds('Where does the numbat live?', 'notes/numbat.md')));
});

test('while a long file is read and written, no task of the service takes long', async () => {
  await using place = await makePlace();
  await using service = await startOver(place);
  await until(() => service.finds('Where does the quokka live?', 'notes/quokka.md'));
  const words = Array.from(
    { length: 400_000 },
    (_, at) => `w${(at * 7_919) % 100_003}${at % 12 === 0 ? '\n' : ' '}`,
  );
  await writeFile(join(place.notes, 'long.md'), `${words.join('')} numbat`);
  let isFound = false;
  const found = until(async () => {
    const shown = await fetch(`${service.url}/documents/own/notes/long.md`, { method: 'HEAD' });
    isFound = shown.status === 200;
    return isFound;
  });
  let longestMs = 0;
  while (!isFound) {
    const before = process.threadCpuUsage();
    await pause(1);
    const { user, system } = process.threadCpuUsage(before);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
  }
  await found;
  assert.ok(longestMs < 100, `${longestMs} ms`);
});

test('a change of the file of sources is seen; one with a mistake changes nothing', async () => {
  await using place = await makePlace();
  await using service = await startOver(place);
  await until(() => service.finds('Where does the quokka live?', 'notes/quokka.md'));
  await place.write('collections: [');
  const more = join(place.root, 'more');
  await mkdir(more);
  await writeFile(join(more, 'bilby.md'), '# Bilby\n\nThe bilby digs spirals.');
  assert.ok(await service.finds('Where does the quokka live?', 'notes/quokka.md'));
  await place.write(`collections:\n  more:\n    sources: [{ folder: ${more} }]\n`);
  await until(() => service.finds('What does the bilby dig?', 'more/bilby.md'));
  assert.ok(
    !(await service.finds('Where does the quokka live?', 'notes/quokka.md')),
    'it is no longer named',
  );
});

test('with an embedding model, a file gets vectors by itself, and is found in other words', async () => {
  await using place = await makePlace();
  await using embedder = await startEmbeddingServer();
  await using service = await startOver(place, { EMBED_URL: embedder.url });
  await writeFile(join(place.notes, 'garage.md'), 'The automobile stands behind the house.');
  await until(() => service.finds('vehicle', 'notes/garage.md'));
});

test('no text that must stay on this machine gets to an embedding model elsewhere', async () => {
  await using place = await makePlace('    local_only: true\n');
  const got: string[] = [];
  const embed: Embed = async ({ passages }) => {
    got.push(...passages);
    return { status: 'ok', vectors: passages.map(() => new Float32Array(8).fill(1)), model: 'm' };
  };
  const openUntil = async (logged: string, url?: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const log = createLog('info', { write: (line) => (line.includes(logged) ? resolve() : undefined) });
    const { settings } = loadSettings({
      SEARCH_PRIMARY_URL: 'off',
      SOURCES_FILE: place.file,
      EMBED_URL: url,
    });
    const parts = { settings, userAgent: 'test', log, embed: url === undefined ? null : embed };
    const own = await openOwnWeb(place.file, parts);
    await promise;
    await own.close();
  };
  await openUntil('a source is up to date');
  await openUntil('all texts have vectors', 'https://embed.example');
  assert.deepEqual(got, SAMPLES);
  await openUntil('all texts have vectors', 'http://127.0.0.1');
  assert.match(got.slice(2 * SAMPLES.length).join(), /quokka/);
});

test('what must stay on this machine is not searched while a model is elsewhere, unless its host is trusted', async () => {
  await using place = await makePlace('    local_only: true\n');
  await using model = await startModelServer();
  model.script = streaming('The quokka lives somewhere [1].');
  const elsewhere = {
    MODEL_PROVIDER: 'openai-compatible',
    MODEL_BASE_URL: 'https://models.example/v1',
    MODEL_API_KEY: 'k',
    MODEL_NAME: 'm',
  };
  {
    await using service = await startOver(place, elsewhere);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { urls, answer, error } = await service.ask('Where does the quokka live?');
    assert.deepEqual(urls, []);
    assert.match(answer, /only a model on this machine may read were not searched/);
    assert.match(error, /^"notes": not searched, only for a model on this machine/);
  }
  await using service = await startOver(place, { ...elsewhere, MODEL_BASE_URL: model.url });
  await until(() => service.finds('Where does the quokka live?', 'notes/quokka.md'));
});

test('a file that is missing or wrong is named at the start', async () => {
  await using place = await makePlace();
  await place.write('collections:\n  notes:\n    sources:\n      - { site: "docs.example" }\n');
  await assert.rejects(
    startOver(place),
    /sources\.yml: collections\.notes\.sources\.0\.site \(line 4\): write an address/,
  );
  await assert.rejects(
    startOver({ file: join(place.root, 'none.yml') }),
    /none\.yml, does not exist; `sayso sources add/,
  );
});

test('`sayso sources` adds a source, looks at it, and says what was left out', async () => {
  await using place = await makePlace();
  await writeFile(join(place.notes, 'old.rst'), 'Old.');
  const runIn = (cwd: string, ...args: string[]) =>
    spawnSync(process.execPath, [sayso, 'sources', ...args], {
      cwd,
      encoding: 'utf8',
      env: { NO_COLOR: '1' },
    });
  const run = (...args: string[]) => runIn(place.root, ...args);
  const added = run('add', 'notes', '--to', 'again');
  assert.match(added.stdout, /Added the folder .*notes to the collection "again" in sources\.yml/);
  const looked = run('run', 'again');
  assert.match(looked.stdout, /^again: .*notes: 1 documents, 1 left out; read \d+ s ago, next in 12 h\n$/);
  assert.equal(looked.status, 0);
  await place.write('collections: { again: { sources: [{ folder: notes }] } }');
  assert.match(runIn(place.notes, 'run', '--file', place.file).stdout, /^again: notes: 1 documents/);
  await rm(place.notes, { recursive: true });
  assert.match(run('run', 'again').stdout, /fails: The folder .*notes does not exist/);
  const checked = run('check');
  assert.match(checked.stdout, /fails: .*^ {2}old\.rst: no suitable library reads \.rst files/ms);
  assert.equal(checked.status, 1);
  assert.match(run('run', 'nothing').stderr, /no source or collection named "nothing"/);
});

test('`sayso ask` sees the collections of the key in SAYSO_API_KEY, and without it those of everybody', async () => {
  await using place = await makePlace('    visible_to: [anna]\n');
  const keys = join(place.root, 'keys.yml');
  await writeFile(keys, `keys: { anna: { sha256: ${hashOf('secret')} } }\n`);
  const run = (command: string[], more = {}) =>
    spawnSync(process.execPath, [sayso, ...command], {
      cwd: place.root,
      encoding: 'utf8',
      env: {
        ...{
          PATH: process.env.PATH,
          SOURCES_FILE: place.file,
          KEYS_FILE: keys,
          MODEL_PROVIDER: 'extractive',
        },
        ...{ SEARCH_PRIMARY_URL: 'off', ...more },
      },
    });
  run(['sources', 'run']);
  const ask = (more = {}) => run(['ask', 'Where does the quokka live?', '--collection', 'notes'], more);
  assert.match(ask().stderr, /There is no collection "notes"/);
  assert.match(ask({ SAYSO_API_KEY: 'wrong' }).stderr, /SAYSO_API_KEY is not a valid one of KEYS_FILE/);
  assert.match(ask({ SAYSO_API_KEY: 'secret' }).stdout, /Rottnest Island/);
});
