import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { openUnwritable } from '../../test/support/unwritable.ts';
import { createLog, createLogOutput, flushLog, readableLines } from './log.ts';

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
  log.warn({ slot: 1, cause: 'it says no', restMs: 2000, list: [1] }, 'search skipped');
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d info {2}listening\n$/);
  assert.match(
    lines[1] ?? '',
    /^\d\d:\d\d:\d\d warn {2}search skipped slot=1 cause="it says no" restMs=2000 list=\[1\]\n$/,
  );
});

test('text from others cannot control the terminal or look like a separate line', () => {
  const { log, lines, raw } = terminal();
  const wild = 'a\u001b[2Jb\nc\u202ed';
  log.warn({ cause: wild, err: new Error(wild) }, wild);
  for (const control of ['\u001b[2J', '\u202e']) assert.ok(!raw.join('').includes(control));
  assert.match(lines[0] ?? '', /^\S+ warn {2}a \[2Jb c d cause="a \[2Jb c d"\n/);
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

const module = fileURLToPath(new URL('log.ts', import.meta.url));
const support = fileURLToPath(new URL('../../test/support/unwritable.ts', import.meta.url));

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'log');
}

const flushed = (output: ReturnType<typeof createLogOutput>) =>
  new Promise<void>((resolve) => output.flush(resolve));

test('lines that cannot be written are lost, and the next line says how many', async (t) => {
  const full = openUnwritable();
  const output = createLogOutput(full);
  for (const line of ['one\n', 'two\n']) output.write(line);
  await flushed(output);
  // The lowest free number is reused, as if the disk had room again.
  closeSync(full);
  const file = temporaryFile(t);
  const fd = openSync(file, 'w');
  t.after(() => closeSync(fd));
  assert.equal(fd, full);
  output.write('three\n');
  await flushed(output);
  const [notice = '', ...rest] = readFileSync(file, 'utf8').trimStart().split('\n');
  assert.match(notice, /"lines":2,"message":"lines of the log are missing.*(?:ENOSPC|EBADF)/);
  assert.deepEqual(rest, ['three', '']);
});

test('the last lines of a process that ends at once are written, if they can be', () => {
  const program = (fd: string) => `
    import { openUnwritable } from ${JSON.stringify(support)};
    import { createLogOutput } from ${JSON.stringify(module)};
    const output = createLogOutput(${fd});
    output.write('one\\n');
    output.write('two\\n');
    process.exit(3);`;
  const run = (fd: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program(fd)], { encoding: 'utf8' });
  const ended = run('1');
  assert.deepEqual([ended.status, ended.stdout.split('\n').sort()], [3, ['', 'one', 'two']]);
  assert.equal(run('openUnwritable()').status, 3);
});

test('lines that wait for a slow reader are written when the process ends, in their order', (t) => {
  const file = temporaryFile(t);
  const program = `
    import { execFileSync } from 'node:child_process';
    import { constants, openSync, readSync, writeSync } from 'node:fs';
    import { createLogOutput } from ${JSON.stringify(module)};
    execFileSync('mkfifo', [${JSON.stringify(file)}]);
    const fd = openSync(${JSON.stringify(file)}, constants.O_RDWR | constants.O_NONBLOCK);
    const untilBusy = (act) => {
      try { for (;;) act(); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
    };
    untilBusy(() => writeSync(fd, Buffer.alloc(4096)));
    const output = createLogOutput(fd);
    output.write('one\\n');
    output.write('two\\n');
    setTimeout(() => {
      const bytes = Buffer.alloc(65536);
      // A line may arrive while the zeros are read.
      let read = '';
      const readMore = () => (read += bytes.toString('utf8', 0, readSync(fd, bytes)));
      untilBusy(readMore);
      process.on('exit', () => {
        untilBusy(readMore);
        process.stdout.write(read.replaceAll('\\0', ''));
      });
      process.exit();
    }, 300);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(stdout, 'one\ntwo\n', stderr);
});
