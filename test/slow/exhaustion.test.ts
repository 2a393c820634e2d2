import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { requireBuiltPage } from '../support/built-page.ts';
import { startSearchServer } from '../support/search-server.ts';
import { until } from '../support/until.ts';

const main = fileURLToPath(new URL('../../bin/sayso.js', import.meta.url));
const skip = process.platform === 'linux' ? false : 'the limits are those of Linux';

requireBuiltPage();

/** Runs the command with a limit of the shell's `ulimit`. */
function runLimited(limit: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('bash', ['-c', `ulimit ${limit}; exec "$@"`, 'bash', process.execPath, main, ...args], {
    env: { PATH: process.env.PATH ?? '', SEARCH_TERTIARY_URL: 'off', ...settings },
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  return { child, output: () => output };
}

async function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  const address = () => /listening on (http:\S+?)"/.exec(output())?.[1];
  await until(() => address() !== undefined || child.exitCode !== null);
  return address() ?? assert.fail(output());
}

/** Opens connections that send nothing. */
async function hold(url: string, count: number): Promise<readonly Socket[]> {
  const port = Number(new URL(url).port);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
      return socket;
    }),
  );
}

test('without free file handles, connected callers are answered, the log says so, and it recovers', {
  skip,
}, async () => {
  await using search = await startSearchServer();
  const { child, output } = runLimited('-n 60', ['serve'], {
    PORT: '0',
    SEARCH_PRIMARY_URL: search.url,
    MODEL_PROVIDER: 'extractive',
    ANSWER_CACHE_SECONDS: '0',
  });
  try {
    const url = await addressOf(child, output);
    const ask = () => fetch(`${url}/api/v1/query?q=axolotl`).then(({ status }) => status);
    assert.equal(await ask(), 200);
    const before = readdirSync(`/proc/${child.pid}/fd`).length;
    const held = await hold(url, 80);
    await until(() => /closed at once/.test(output()));
    // A question on the connection that was opened earlier: there are handles left for the search.
    assert.equal(await ask(), 200);
    for (const socket of held) socket.destroy();
    await until(() => readdirSync(`/proc/${child.pid}/fd`).length <= before + 2);
    assert.equal(await ask(), 200);
    assert.equal(child.exitCode, null);
  } finally {
    child.kill('SIGKILL');
  }
});

test('an index without disk space leaves nothing behind and reports it', { skip }, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-room-'));
  const documents = join(folder.path, 'documents');
  const out = join(folder.path, 'out');
  await Promise.all([mkdir(documents), mkdir(out)]);
  const text = Array.from({ length: 2000 }, (_, at) => `word${at}`).join(' ');
  for (let at = 0; at < 40; at++)
    await writeFile(join(documents, `${at}.md`), `# Document ${at}\n\n${text}\n`);
  const args = ['index', documents, '--to', join(out, 'x.sqlite'), '--base-url', 'https://docs.test/'];
  const { child, output } = runLimited('-f 100', args);
  const [status] = await once(child, 'close');
  assert.equal(status, 78);
  assert.match(output(), /cannot be written: .*free disk space/);
  assert.deepEqual(await readdir(out), []);
});
