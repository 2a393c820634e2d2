import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createUpstream, openProxies } from '../../src/net/upstream.ts';
import { assertSkipped, textOf, withPages } from '../support/page-fetching.ts';
import { fileOfPackage } from './debian-packages.ts';
import { freePort } from './free-port.ts';
import { startProcess } from './process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sayso-outgoing-'));
const signal = new AbortController().signal;
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(`Page ${request.url}.`);
}).listen(0, '0.0.0.0');
await once(server, 'listening');
const { port: pagePort } = server.address() as AddressInfo;
after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

type RealProxy = { readonly scheme: string; args(file: string): string[]; configure(port: number): string };
const proxies: Readonly<Record<string, RealProxy>> = {
  tinyproxy: {
    scheme: 'http://user:pass@',
    args: (file) => ['-d', '-c', file],
    configure: (port) => `Port ${port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nBasicAuth user pass\n`,
  },
  'dante-server': {
    scheme: 'socks5://',
    args: (file) => ['-f', file],
    configure: (port) =>
      `logoutput: stderr\ninternal: 127.0.0.1 port = ${port}\nexternal: lo\nsocksmethod: none\n` +
      'clientmethod: none\nuser.privileged: root\nuser.unprivileged: nobody\n' +
      'client pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\nsocks pass { from: 0.0.0.0/0 to: 0.0.0.0/0 }\n',
  },
};

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

for (const [name, { scheme, args, configure }] of Object.entries(proxies))
  test(`servers and pages are reached through ${name}, and not without it`, async () => {
    const port = await freePort();
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, configure(port));
    await using running = await startProcess({
      file: fileOfPackage(name),
      args: args(file),
      // A proxy has no page of its own; whether it listens is checked below.
      healthUrl: `http://127.0.0.1:${pagePort}/`,
    });
    await untilListening(port);
    const url = `${scheme}127.0.0.1:${port}`;
    const choice = { httpProxy: url, httpsProxy: url, noProxy: '' };
    const upstream = createUpstream({ userAgent: 'x', dispatcher: await openProxies(choice) });
    // Only 127.0.0.1 counts as this machine, which is reached without a proxy.
    const call = { url: `http://127.0.0.2:${pagePort}/search`, timeoutMs: 60_000, maxBytes: 1000 };
    const proxy = { http: url, https: url, resolves: true };
    try {
      await withPages(
        async (pages) => {
          const read = () => pages.fetch(`http://localhost:${pagePort}/read`, signal);
          assert.equal((await upstream.request(call, signal)).text, 'Page /search.');
          assert.equal(textOf(await read()), 'Page /read.');
          await running.kill();
          await assert.rejects(upstream.request(call, signal));
          assertSkipped(await read(), /connection refused/);
        },
        { allow: [], ports: [pagePort], resolve: () => assert.fail('looked up'), proxy },
      );
    } finally {
      await upstream.close();
    }
  });
