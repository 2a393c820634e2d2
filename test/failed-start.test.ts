import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveSockets, start } from './support/local-server.ts';

const main = fileURLToPath(new URL('../bin/sayso.js', import.meta.url));

/** A Redis that greets everyone and keeps its connections open. */
const greeting = () =>
  serveSockets((socket) => {
    socket.on('data', (data) => {
      const commands = data.toString().match(/\*\d+\r\n/g) ?? [];
      socket.write(commands.map(() => '+OK\r\n').join(''));
    });
  });

/** The exit status and the output of a start with these settings. */
async function failedStart(settings: Readonly<Record<string, string>>) {
  const env = { PATH: process.env.PATH ?? '', SEARCH_TERTIARY_URL: 'off', PORT: '0', ...settings };
  const child = spawn(process.execPath, [main, 'serve'], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  await once(child, 'close');
  return { status: child.exitCode, output };
}

test('a start that fails closes what it had opened, so that the process ends', async () => {
  await using redis = await greeting();
  await using taken = await start(createServer());
  const REDIS_URL = `redis://127.0.0.1:${redis.port}`;
  const collection = { SEARCH_PRIMARY_KIND: 'collection', SEARCH_PRIMARY_URL: 'file:/nowhere/at-all.sqlite' };
  assert.deepEqual(await statusAndWords({ REDIS_URL, ...collection }, /at-all\.sqlite/), [78, true]);
  assert.deepEqual(await statusAndWords({ REDIS_URL, PORT: String(taken.port) }, /is taken/), [78, true]);
});

async function statusAndWords(settings: Readonly<Record<string, string>>, words: RegExp) {
  const { status, output } = await failedStart(settings);
  return [status, words.test(output)];
}
