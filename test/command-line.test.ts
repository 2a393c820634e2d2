import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Runs the real command with these arguments and no settings. */
async function sayso(...args: readonly string[]) {
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(process.execPath, [main, ...args], { env: {}, cwd });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, out, errors };
}

test('a command with --help only prints its help', async () => {
  const { status, out, errors } = await sayso('serve', '--help');
  assert.deepEqual([status, errors], [0, '']);
  assert.match(out, /^Usage: sayso serve\n/);
});

test('help is a command too', async () => {
  const { status, out } = await sayso('help', 'demo');
  assert.equal(status, 0);
  assert.match(out, /^Usage: sayso demo \[--offline\]\n/);
});

test('a command that does not exist has no help', async () => {
  const { status, errors } = await sayso('docter', '--help');
  assert.deepEqual(
    [status, errors],
    [2, 'There is no command "docter". `sayso --help` lists the commands.\n'],
  );
});
