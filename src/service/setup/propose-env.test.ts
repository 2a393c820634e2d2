import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import fc from '../../../test/support/properties.ts';
import { editEnv } from './propose-env.ts';

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
    'my model',
    ' a ',
    "it's",
    'say "a"',
    `both ' and "`,
    'a#b',
    '# a',
    'a=b',
    '$HOME',
    'a\\nb',
    '',
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
