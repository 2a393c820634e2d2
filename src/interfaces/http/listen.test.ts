import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type FastifyBaseLogger, fastify } from 'fastify';
import { createLog } from '../../observe/log.ts';
import { listen } from './listen.ts';
import type { App } from './protocol.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Makes the system refuse the list of network interfaces, like a sandbox without netlink sockets. */
const withoutInterfaces =
  'data:text/javascript,import os from "node:os"; os.networkInterfaces = () => { throw new Error("97"); };';

function startWithoutInterfaces(host: string): ChildProcess {
  return spawn(process.execPath, ['--import', withoutInterfaces, 'src/main.ts', 'serve'], {
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

for (const host of ['0.0.0.0', '127.0.0.1', 'localhost'])
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
