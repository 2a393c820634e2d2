import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openUnwritable } from '../../test/support/unwritable.ts';
import { createLogOutput, type LogOutput } from './log-output.ts';

const module = fileURLToPath(new URL('log-output.ts', import.meta.url));
const support = fileURLToPath(new URL('../../test/support/unwritable.ts', import.meta.url));

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sayso-log-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'log');
}

const flushLog = (output: LogOutput) => new Promise<void>((resolve) => output.flush(resolve));

test('lines are written in order, and flushing waits for them', async (t) => {
  const file = temporaryFile(t);
  const fd = openSync(file, 'w');
  t.after(() => closeSync(fd));
  const output = createLogOutput(fd);
  const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at}\n`);
  for (const line of lines) output.write(line);
  await flushLog(output);
  assert.equal(readFileSync(file, 'utf8'), lines.join(''));
  await flushLog(output);
});

test('lines that cannot be written are lost, and the next line says how many', async (t) => {
  const full = openUnwritable();
  const output = createLogOutput(full);
  for (const line of ['one\n', 'two\n']) output.write(line);
  await flushLog(output);
  // The lowest free number is reused, as if the disk had room again.
  closeSync(full);
  const file = temporaryFile(t);
  const fd = openSync(file, 'w');
  t.after(() => closeSync(fd));
  assert.equal(fd, full);
  output.write('three\n');
  await flushLog(output);
  const [notice = '', ...rest] = readFileSync(file, 'utf8').split('\n');
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
