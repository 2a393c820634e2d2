import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, flushed } from './log.ts';

test('flushing a log that nothing reads ends after its time limit', async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const stuck = createLog('info', Object.assign({ write }, { flush: () => undefined }));
  stuck.info('last words');
  await flushed(stuck, 1);
  const usual = createLog('info', { write });
  usual.info('last words');
  await flushed(usual, 2 ** 31 - 1);
  assert.equal(lines.length, 2);
});
