import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { requireBuiltPage } from './support/built-page.ts';
import { closedPort } from './support/local-server.ts';
import { startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer } from './support/search-server.ts';
import { until } from './support/until.ts';
import { openUnwritable } from './support/unwritable.ts';

const main = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));

type Run = {
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Resolves when the process has ended and all its output has been read. */
  readonly closed: Promise<unknown>;
};

requireBuiltPage();

/** Runs the command in a separate process with only these settings. */
function run(args: readonly string[], settings: Readonly<Record<string, string>>): Run {
  const env = { PATH: process.env.PATH ?? '', SEARCH_TERTIARY_URL: 'off', ...settings };
  const child = spawn(process.execPath, [main, ...args], {
    env,
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  return { child, output: () => output, closed: once(child, 'close') };
}

async function exitOf({ child, closed }: Run): Promise<number | null> {
  await closed;
  return child.exitCode;
}

async function addressOf({ child, output }: Run): Promise<string> {
  while (true) {
    const address = /listening on (http:\S+?)"/.exec(output())?.[1];
    if (address !== undefined) return address;
    assert.equal(child.exitCode, null, output());
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  }
}

test('SIGTERM lets an answer finish and refuses new ones', async () => {
  await using search = await startSearchServer();
  const reached = Promise.withResolvers<() => void>();
  await using model = await startModelServer((response, call, count) =>
    reached.resolve(() => streaming('Finished in peace.')(response, call, count)),
  );
  const start = run(['serve'], { PORT: '0', SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const address = await addressOf(start);
  const answer = fetch(`${address}/api/v1/query?q=a`);
  const finish = await reached.promise;
  start.child.kill('SIGTERM');
  while (!/"stopping"/.test(start.output())) await once(start.child.stdout ?? start.child, 'data');
  const refused = await fetch(`${address}/api/v1/query?q=b`).catch(() => null);
  assert.ok(refused === null || refused.status === 503);
  finish();
  assert.equal((await (await answer).json()).answer, 'Finished in peace.');
  assert.equal(await exitOf(start), 0);
});

test('however early SIGTERM comes, the log reports the end, in order', async () => {
  const start = run(['serve'], { PORT: '0', MODEL_PROVIDER: 'extractive' });
  await addressOf(start);
  start.child.kill('SIGTERM');
  assert.equal(await exitOf(start), 0);
  assert.match(start.output(), /No search back-end is configured.*"stopping"\}\n\{[^\n]*"stopped"\}\n$/s);
});

test('a second SIGTERM ends the process at once', async () => {
  await using search = await startSearchServer();
  await using model = await startModelServer(streamingThenHanging('Words '));
  const start = run(['serve'], { PORT: '0', SEARCH_PRIMARY_URL: search.url, MODEL_BASE_URL: model.url });
  const address = await addressOf(start);
  const stream = await fetch(`${address}/api/v1/query?q=a`, { headers: { accept: 'text/event-stream' } });
  await stream.body?.getReader().read();
  start.child.kill('SIGTERM');
  while (!/"stopping"/.test(start.output())) await once(start.child.stdout ?? start.child, 'data');
  start.child.kill('SIGTERM');
  assert.equal(await exitOf(start), 1);
});

/** Runs the service with this as its standard output, until it answers. */
async function serveInto(output: number | 'pipe', host: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [main, 'serve'], {
    env: { PATH: process.env.PATH ?? '', SEARCH_TERTIARY_URL: 'off', PORT: new URL(host).port },
    stdio: ['ignore', output, 'ignore'],
  });
  await until(async () => (await fetch(`${host}/livez`).catch(() => null))?.status === 200);
  return child;
}

test('a full disk below the log stops neither answers nor the service', async (t) => {
  const full = openUnwritable();
  t.after(() => closeSync(full));
  const host = `http://127.0.0.1:${await closedPort()}`;
  const child = await serveInto(full, host);
  t.after(() => child.kill('SIGKILL'));
  for (let count = 0; count < 3; count++) assert.equal((await fetch(`${host}/livez`)).status, 200);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});

test('a service whose log nobody reads goes on, and ends when it is told to', async (t) => {
  const host = `http://127.0.0.1:${await closedPort()}`;
  const child = await serveInto('pipe', host);
  t.after(() => child.kill('SIGKILL'));
  // A pipe holds 64 KiB.
  for (let count = 0; count < 30; count++)
    assert.equal((await fetch(`${host}/${'a'.repeat(8_000)}`)).status, 404);
  child.kill('SIGTERM');
  await once(child, 'exit');
});
