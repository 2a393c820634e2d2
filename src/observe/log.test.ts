import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createLog, flushLog, readableLines, toReadableLine } from './log.ts';

test('flushing a log that nothing reads ends after its time limit', async () => {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  const stuck = createLog('info', Object.assign({ write }, { flush: () => undefined }));
  stuck.info('last words');
  await flushLog(stuck, 1);
  const usual = createLog('info', { write });
  usual.info('last words');
  await flushLog(usual, 2 ** 31 - 1);
  assert.equal(lines.length, 2);
});

/** The log as a terminal shows it, without colours. */
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

test('readable lines can be flushed only if what is written to can be', () => {
  assert.equal('flush' in readableLines({ write: () => undefined }), false);
});

test('flushing waits for the last line, as with JSON', async () => {
  const { log, lines } = terminal();
  log.info('last words');
  await flushLog(log, 2 ** 31 - 1);
  assert.equal(lines.length, 1);
});

test('of an error only its name, message, code and stack are logged', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const error = Object.assign(new TypeError('no paper'), { code: 7, prompt: 'secret', key: 'secret' });
  log.info({ err: error }, 'a');
  log.info({ error }, 'b');
  log.info({ err: 'words', error: new Error('plain') });
  log.debug('never written');
  assert.doesNotMatch(lines.join(), /secret/);
  const [first, second, third, ...more] = lines.map((line) => JSON.parse(line));
  assert.deepEqual(more, []);
  assert.deepEqual(Object.keys(first), ['level', 'time', 'err', 'message']);
  assert.deepEqual(first.err, { name: 'TypeError', message: 'no paper', code: '7', stack: error.stack });
  assert.deepEqual(second.error, first.err);
  assert.equal(third.err, 'words');
  assert.deepEqual(Object.keys(third.error), ['name', 'message', 'stack']);
});

test('a log that is written in time is flushed at once, and not before', async () => {
  let written: (() => void) | undefined;
  const flush = (done?: () => void) => {
    written = done;
  };
  const log = createLog('info', Object.assign({ write: () => undefined }, { flush }));
  let isFlushed = false;
  const flushing = flushLog(log, 2 ** 31 - 1).then(() => {
    isFlushed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isFlushed, false);
  written?.();
  await flushing;
});

test('without a terminal, standard output gets lines of JSON', () => {
  const module = JSON.stringify(new URL('./log.ts', import.meta.url).href);
  const program = `import { createLog, flushLog } from ${module};
    const log = createLog('info');
    log.info({ a: 1 }, 'first');
    log.info('last');
    await flushLog(log, 60_000);
    process.exit();`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ level, message, a }) => [level, message, a]),
    [
      [30, 'first', 1],
      [30, 'last', undefined],
    ],
  );
});

test('every level has its word, and lines that are not of this log are left as they are', () => {
  const shown = (line: string) => stripVTControlCharacters(toReadableLine(line));
  const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
  const line = (fields: object) => shown(JSON.stringify({ time: at, ...fields }));
  for (const [level, word] of Object.entries({
    20: 'debug',
    30: 'info ',
    40: 'warn ',
    50: 'error',
    60: 'fatal',
    35: 'log  ',
  }))
    assert.equal(line({ level: Number(level), message: 'm' }), `03:04:05 ${word} m\n`);
  assert.equal(line({ level: 30, message: '' }), '03:04:05 info \n');
  assert.equal(
    line({ level: 30, message: 'm', a: 'b"c', d: '', e: 'f=g', h: null, i: 'j' }),
    '03:04:05 info  m a="b\\"c" d="" e="f=g" h=null i=j\n',
  );
  assert.equal(
    line({ level: 50, message: 'm', error: { message: 'no stack' } }),
    '03:04:05 error m\n    no stack\n',
  );
  assert.equal(line({ level: 50, message: 'm', err: 'words' }), '03:04:05 error m\n');
  assert.equal(
    line({ level: 50, message: 'm', err: { stack: 'a\n  at b' } }),
    '03:04:05 error m\n    a\n    at b\n',
  );
  assert.equal(shown('not JSON\n'), 'not JSON\n');
});
