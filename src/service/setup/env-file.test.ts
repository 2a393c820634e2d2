import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import fc from '../../../test/support/properties.ts';
import { editEnv, readEnvText, writeEnvText } from './env-file.ts';

/** An account that owns no files. */
const NOBODY = 65_534;

test('the file is written for its owner only, and no other file remains', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  const path = join(folder.path, '.env');
  assert.equal(await readEnvText(path), '');
  await writeFile(path, 'A=1\n', { mode: 0o644 });
  await writeEnvText(path, 'A=2\n');
  assert.equal(await readEnvText(path), 'A=2\n');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder.path), ['.env']);
});

test('a link to the file stays a link', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  const [path, target] = [join(folder.path, '.env'), join(folder.path, 'real.env')];
  await writeFile(target, '');
  await symlink(target, path);
  await writeEnvText(path, 'A=1\n');
  assert.equal(await readFile(target, 'utf8'), 'A=1\n');
});

test('in a folder without permission to write, the file stays as it was', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-setup-'));
  const path = join(folder.path, '.env');
  await writeFile(path, 'A=1\n');
  await chmod(folder.path, 0o555);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    await assert.rejects(writeEnvText(path, 'A=2\n'), /cannot be written \(EACCES\)\. Nothing was changed\./);
  } finally {
    if (isRoot) process.seteuid?.(0);
    await chmod(folder.path, 0o755);
  }
  assert.equal(await readEnvText(path), 'A=1\n');
  assert.deepEqual(await readdir(folder.path), ['.env']);
});

const BEFORE = `# my settings\r
  PORT = 8080 # mine\r
export LOG_LEVEL="warn"\r
MODEL_NAME='two
lines'\r
\r
not a setting\r
HOST=0.0.0.0`;

test('only the changed lines of the file differ; comments, spaces and line ends stay byte for byte', () => {
  const { text, differences } = editEnv(BEFORE, { HOST: null, PORT: '8080', MODEL_NAME: 'a', API_KEYS: 'k' });
  assert.equal(
    text,
    '# my settings\r\n  PORT = 8080 # mine\r\nexport LOG_LEVEL="warn"\r\nMODEL_NAME=a\r\n\r\n' +
      'not a setting\r\nAPI_KEYS=k\r\n',
  );
  assert.deepEqual(
    differences.map(({ sign, name }) => `${sign}${name}`),
    ['-MODEL_NAME', '+MODEL_NAME', '-HOST', '+API_KEYS'],
  );
});

test('a setting that is there twice is there once afterwards; a last line without an end gets one', () => {
  assert.equal(editEnv('A=1\nB=2\nA=3', { A: '4' }).text, 'A=4\nB=2\n');
  assert.equal(editEnv('B=2', { A: '4' }).text, 'B=2\nA=4\n');
});

test('a value with spaces, quotes and number signs is read again as it was', () => {
  for (const value of [
    ...['my model', ' a ', "it's", 'say "a"', `both ' and "`, 'a#b', '# a', 'a=b', '$HOME', 'a\\nb', ''],
  ])
    assert.equal(parseEnv(editEnv('Z=z\n', { MODEL_NAME: value }).text).MODEL_NAME, value);
});

test('a value that no quotation marks can hold is refused', () => {
  for (const value of ['a\nB=1', `all ' " \` of them #`])
    assert.throws(() => editEnv('', { MODEL_NAME: value }), /MODEL_NAME: a \.env file cannot hold/);
});

test('whatever the file contains, the other settings keep their values, or nothing is changed', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'AB=\'"`# \n\r\\') }), (before) => {
      try {
        const { text } = editEnv(before, { A: 'new', C: null });
        assert.deepEqual({ ...parseEnv(text) }, { ...parseEnv(before), A: 'new' });
      } catch (error) {
        assert.match(String(error), /cannot be changed safely/);
      }
    }),
  );
});
