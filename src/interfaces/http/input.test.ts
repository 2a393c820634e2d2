import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { formOf } from '../rest/answering.ts';
import { boundedField, parseJson } from './input.ts';

const isInvalid = (error: unknown) => error instanceof Failure && error.code === 'invalid-question';

/** The failure of a body that cannot be parsed. */
const rejects = (body: string, expected: RegExp | ((error: unknown) => boolean)) =>
  assert.throws(() => parseJson(body), expected);

test('the error says where a body breaks, and never repeats the body', () => {
  rejects('{"query":\n "a",}', /: it breaks at line 2, column 6\.$/);
  rejects('{"query": secret}', /^Failure: The body is not valid JSON: it breaks at line 1, column 11\.$/);
  rejects('what is a quokka', /: it breaks at line 1, column 1\.$/);
  rejects('{"query": "x"', /: it breaks at line 1, column 14\.$/);
  rejects('{"query": "x', /: it breaks at line 1, column 13\.$/);
  rejects(`[${'1, '.repeat(100)}x, 2]`, /: it breaks at line 1, column 302\.$/);
});

test('a body above a limit of JSON is told the limit, and not that it is invalid', () => {
  const values = `[${'1,'.repeat(50_000)}1]`;
  rejects(values, /^Failure: The body has more than 50,000 values, /);
  const levels = `${'['.repeat(201)}${' '.repeat(400)}${']'.repeat(201)}`;
  rejects(levels, /^Failure: The body has more than 200 levels, /);
});

test('too deeply nested brackets are invalid and not an internal error', () => {
  for (const body of ['['.repeat(60_000), '{"a":'.repeat(12_000)]) rejects(body, isInvalid);
});

test(
  'a body is JSON without comments and trailing commas; an empty one is none, and a byte order mark ' +
    'counts for nothing',
  () => {
    for (const empty of ['', ' \n', '\ufeff', '\ufeff  ']) assert.equal(parseJson(empty), undefined);
    assert.deepEqual(parseJson('\ufeff{"a":[1,null]}'), { a: [1, null] });
    for (const body of [
      '{"a":1,}',
      '[1,]',
      '{"a":1 /* b */}',
      '// a\n1',
      '{',
      '1 2',
      '\ufeff\ufeff1',
      "{'a':1}",
    ])
      rejects(body, isInvalid);
  },
);

test('a list of usual length is unchanged, a longer one is cut after an item', () => {
  assert.equal(boundedField('text/html, */*;q=0.8'), 'text/html, */*;q=0.8');
  const long = Array.from({ length: 10_000 }, (_, at) => `a/b${at}`).join(', ');
  const cut = boundedField(long);
  assert.ok(cut.length <= 1024 && long.startsWith(`${cut},`));
  assert.equal(boundedField('x'.repeat(40_000)), '');
});

test('an Accept field of any length is negotiated by its beginning', () => {
  assert.equal(formOf(`text/plain${', a/b'.repeat(10_000)}, application/json`), 'text/plain');
});
