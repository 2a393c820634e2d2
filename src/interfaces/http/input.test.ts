import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { parseJson } from './input.ts';

const isInvalid = (error: unknown) => error instanceof Failure && error.code === 'invalid-question';

test('the error says where a body breaks', async () => {
  await assert.rejects(parseJson('{"query":\n "a",}'), /line 2, column 6/);
});

test('the mistake is not searched for in a body of more than 64 KB', async () => {
  await assert.rejects(parseJson(`${' '.repeat(65_536)}{"query":\n "a",}`), /it breaks somewhere/);
});

test('a body above a limit of JSON is told the limit, and not that it is invalid', async () => {
  const values = `[${'1,'.repeat(50_000)}1]`;
  await assert.rejects(parseJson(values), /^Failure: The body has more than 50,000 values, /);
  const levels = `${'['.repeat(201)}${' '.repeat(400)}${']'.repeat(201)}`;
  await assert.rejects(parseJson(levels), /^Failure: The body has more than 200 levels, /);
});

test('too deeply nested brackets are invalid and not an internal error', async () => {
  for (const body of ['['.repeat(60_000), '{"a":'.repeat(12_000)])
    await assert.rejects(parseJson(body), isInvalid);
});

test(
  'a body is JSON without comments and trailing commas; an empty one is none, and a byte order mark ' +
    'counts for nothing',
  async () => {
    for (const empty of ['', ' \n', '\ufeff', '\ufeff  ']) assert.equal(await parseJson(empty), undefined);
    assert.deepEqual(await parseJson('\ufeff{"a":[1,null]}'), { a: [1, null] });
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
      await assert.rejects(parseJson(body), isInvalid, body);
  },
);
