import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { guardParsing } from './guarded-parsing.ts';

test('what the parser throws becomes an error of the stream', async () => {
  const stream = new PassThrough();
  const failed = Promise.withResolvers<unknown>();
  stream.on('error', failed.resolve);
  stream.on('data', () => {
    throw new RangeError('Invalid array length');
  });
  guardParsing(stream);
  stream.write('*1');
  assert.match(String(await failed.promise), /Invalid array length/);
  assert.ok(stream.destroyed);
});

test('listeners for one piece of data are still called once, after the parser', () => {
  const stream = new PassThrough();
  const calls: string[] = [];
  stream.once('data', () => calls.push('once'));
  stream.prependListener('data', () => calls.push('parser'));
  guardParsing(stream);
  stream.emit('data', 'a');
  stream.emit('data', 'b');
  assert.deepEqual(calls, ['parser', 'once', 'parser']);
  assert.equal(stream.listenerCount('data'), 1);
});
