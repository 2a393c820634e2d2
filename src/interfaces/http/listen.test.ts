import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FastifyBaseLogger, fastify } from 'fastify';
import { createLog } from '../../observe/log.ts';
import { listen } from './app.ts';
import type { App } from './interface.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Makes the system refuse the list of network interfaces, like a sandbox without netlink sockets. */
const withoutInterfaces =
  'data:text/javascript,import os from "node:os"; os.networkInterfaces = () => { throw new Error("97"); };';

function startWithoutInterfaces(host: string): ChildProcess {
  return spawn(process.execPath, ['--import', withoutInterfaces, 'bin/sayso.js', 'serve'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOST: host,
      PORT: '0',
      SEARCH_TERTIARY_URL: 'off',
      MODEL_PROVIDER: 'extractive',
    },
  });
}

for (const host of ['0.0.0.0', 'localhost'])
  test(`without a list of network interfaces, a service listens on ${host} and stops`, async () => {
    const child = startWithoutInterfaces(host);
    const closed = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
    let port: string | undefined;
    while (port === undefined) {
      assert.equal(child.exitCode, null, output);
      await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
      port = /listening on http:\S+:(\d+)/.exec(output)?.[1];
    }
    assert.equal((await fetch(`http://127.0.0.1:${port}/livez`)).status, 200);
    child.kill('SIGTERM');
    await closed;
    assert.equal(child.exitCode, 0, output);
  });

test('the address of the service is returned, and logged in the words of the caller', async (t) => {
  for (const host of ['127.0.0.1', '::1']) {
    const isAvailable = Object.values(os.networkInterfaces()).some((all) =>
      all?.some(({ address }) => address === host),
    );
    if (!isAvailable) continue;
    for (const isForbidden of [false, true]) {
      const lines: string[] = [];
      const logged = (address: string) => `listening on ${address}`;
      const write = (line: string) => void lines.push(JSON.parse(line).message);
      const loggerInstance: FastifyBaseLogger = createLog('info', { write });
      const app: App = fastify({ loggerInstance });
      const asked = t.mock.method(app, 'listen');
      const list = t.mock.method(os, 'networkInterfaces', () => {
        throw new Error('97');
      });
      if (!isForbidden) list.mock.restore();
      const address = await listen(app, { host, port: 0, listenTextResolver: logged });
      list.mock.restore();
      await app.close();
      assert.match(address, host === '::1' ? /^http:\/\/\[::1\]:\d+$/ : /^http:\/\/127\.0\.0\.1:\d+$/);
      assert.deepEqual(lines, [`listening on ${address}`]);
      assert.equal(asked.mock.callCount(), isForbidden ? 0 : 1);
    }
  }
});

/** The most connections that this system lets wait; 0 if it does not say so. */
function mostWaiting(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

const STALLED = 800;
/** Opens connections to a port at once, and writes how many are connected before the time is over. */
const OPEN_MANY = `
const [port, count, ms] = process.argv.slice(1).map(Number);
let connected = 0;
const end = () => process.stdout.write(String(connected), () => process.exit());
for (let at = 0; at < count; at++)
  require('node:net').connect(port, '127.0.0.1').on('error', () => {}).on('connect', () => {
    if (++connected === count) end();
  });
setTimeout(end, ms);`;

for (const isForbidden of [false, true])
  test(`a caller is let in although 800 others come while the service is busy (${isForbidden})`, async (t) => {
    if (mostWaiting() < 2 * STALLED) return t.skip('the system lets fewer wait');
    const loggerInstance: FastifyBaseLogger = createLog('silent');
    const app: App = fastify({ loggerInstance });
    const forbid = () => {
      throw new Error('97');
    };
    if (isForbidden) t.mock.method(os, 'networkInterfaces', forbid);
    const address = await listen(app, { host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
    // The process accepts nothing while it waits for the other one.
    const args = ['-e', OPEN_MANY, new URL(address).port, `${STALLED + 1}`, '20000'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    await app.close();
    assert.equal(stdout, `${STALLED + 1}`);
  });
