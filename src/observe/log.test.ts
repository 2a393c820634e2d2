import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createLog, flushed, readableLines } from './log.ts';

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

/** What a terminal shows of a log, without colours. */
function terminal() {
  const lines: string[] = [];
  const raw: string[] = [];
  const output = {
    write(line: string) {
      raw.push(line);
      lines.push(stripVTControlCharacters(line));
    },
    flush: (done?: () => void) => done?.(),
  };
  return { log: createLog('debug', readableLines(output)), lines, raw };
}

test('a line on a terminal has the time, the level, the message and the other fields', () => {
  const { log, lines } = terminal();
  log.info('listening');
  log.warn({ engine: 'engine_a', cause: 'it says no', restMs: 2000, list: [1] }, 'search skipped');
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d info {2}listening\n$/);
  assert.match(
    lines[1] ?? '',
    /^\d\d:\d\d:\d\d warn {2}search skipped engine=engine_a cause="it says no" restMs=2000 list=\[1\]\n$/,
  );
});

test('an error is shown with its stack, one frame per line', () => {
  const { log, lines } = terminal();
  log.error({ err: new Error('out of paper') }, 'could not print');
  assert.match(lines[0] ?? '', /error could not print\n {4}Error: out of paper\n {4}at /);
});

test('text from others cannot control the terminal or look like a separate line', () => {
  const { log, lines, raw } = terminal();
  const wild = 'a\u001b[2Jb\nc\u202ed';
  log.warn({ cause: wild, err: new Error(wild) }, wild);
  for (const control of ['\u001b[2J', '\u202e']) assert.ok(!raw.join('').includes(control));
  assert.match(lines[0] ?? '', /^\S+ warn {2}a \[2Jb c d cause="a \[2Jb c d"\n/);
});

test('flushing waits for the last line, as with JSON', async () => {
  const { log, lines } = terminal();
  log.info('last words');
  await flushed(log, 2 ** 31 - 1);
  assert.equal(lines.length, 1);
});
