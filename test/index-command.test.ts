import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const main = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));
const run = promisify(execFile);

test('the index command lists skipped files, reports changes, and the doctor asks for a word', async () => {
  await using root = await mkdtempDisposable(join(tmpdir(), 'sayso-command-'));
  const folder = join(root.path, 'notes');
  await mkdir(folder);
  await writeFile(join(folder, 'island.md'), '# Island\n\nThe quokka lives there.');
  const skipped = Array.from({ length: 120 }, (_, at) => `picture-${String(at).padStart(3, '0')}.png`);
  for (const name of skipped) await writeFile(join(folder, name), '');
  const sayso = (...args: string[]) =>
    run(process.execPath, [main, ...args], {
      cwd: root.path,
      env: {
        SEARCH_PRIMARY_KIND: 'collection',
        SEARCH_PRIMARY_URL: 'file:notes.sqlite',
        SEARCH_TERTIARY_URL: 'off',
        MODEL_PROVIDER: 'extractive',
      },
    });
  const first = await sayso('index', 'notes', '--to', 'notes.sqlite');
  assert.match(first.stdout, /^Read 1 file \(0 unchanged, 120 skipped\); notes\.sqlite has 1 document\.\n/);
  // Only these lines: a pipe gets no progress.
  assert.deepEqual(
    first.stderr.trimEnd().split('\n'),
    skipped.map((name) => `${name}: skipped, .png files are not read`),
  );
  const again = await sayso('index', 'notes', '--to', 'notes.sqlite');
  assert.match(again.stdout, /^Read 0 files \(1 unchanged, 120 skipped\)/);
  const doctor = await sayso('doctor');
  assert.match(doctor.stdout, /found something for "island"/);
  const asked = await sayso('ask', 'Where does the quokka live?');
  assert.match(asked.stdout, /http:\/\/localhost:3000\/documents\/primary\/island\.md/);
});
