import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../support/local-server.ts';
import { freePort } from './free-port.ts';
import { type ServerCommand, startProcess } from './process.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sayso-proxies-'));
after(() => rmSync(folder, { recursive: true }));

type Ports = { readonly own: number; readonly upstream: number };

/** Writes a file of `deploy/proxy/` with other ports, which are the only difference from an installed one. */
function configured(name: string, { own, upstream }: Ports): string {
  const text = readFileSync(join(root, 'deploy/proxy', name), 'utf8')
    .replace(/127\.0\.0\.1:808\d/, `127.0.0.1:${own}`)
    .replace(/127\.0\.0\.1:300[01]\b/, `127.0.0.1:${upstream}`)
    .replaceAll(/^ +server sayso[23] .*\n/gm, '');
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** How each proxy is started on its own file. */
const commands: Readonly<Record<string, (ports: Ports) => Pick<ServerCommand, 'file' | 'args'>>> = {
  nginx: (ports) => {
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    const main = join(folder, 'main.conf');
    const site = configured('nginx.conf', ports);
    writeFileSync(
      main,
      `daemon off; pid ${folder}/pid; events {} http { access_log off; ${paths} include ${site}; }\n`,
    );
    return { file: '/usr/sbin/nginx', args: ['-e', 'stderr', '-c', main] };
  },
  haproxy: (ports) => ({
    file: '/usr/sbin/haproxy',
    args: ['-db', '-f', configured('haproxy.cfg', ports)],
  }),
  caddy: (ports) => ({
    file: '/usr/bin/caddy',
    args: ['run', '--adapter', 'caddyfile', '--config', configured('Caddyfile', ports)],
  }),
};

for (const [name, command] of Object.entries(commands))
  test(`${name} passes words on as they come, and the caller's address, and ends with it`, async () => {
    let stream: ServerResponse | undefined;
    let callers: string | string[] | undefined;
    let named: string | undefined;
    await using upstream = await serve((incoming, response) => {
      if (incoming.url !== '/stream') {
        response.end('ok');
        return;
      }
      callers = incoming.headers['x-forwarded-for'];
      named = incoming.headers.host;
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      stream.write('data: first\n\n');
    });
    const own = await freePort();
    await using _proxy = await startProcess({
      ...command({ own, upstream: upstream.port }),
      env: { HOME: folder },
      healthUrl: `http://127.0.0.1:${own}/readyz`,
    });
    const call = request({ host: '127.0.0.1', port: own, path: '/stream', agent: false })
      .on('error', () => undefined)
      .end();
    const [reply] = await once(call, 'response');
    // The second event is sent only when the first has arrived: a proxy that buffers would never pass it on.
    assert.match(String((await once(reply, 'data'))[0]), /first/);
    stream?.write('data: second\n\n');
    assert.match(String((await once(reply, 'data'))[0]), /second/);
    assert.equal(callers, '127.0.0.1');
    assert.equal(named, `127.0.0.1:${own}`);
    assert.ok(stream !== undefined);
    const ended = once(stream, 'close');
    call.destroy();
    await ended;
  });

for (const name of ['nginx', 'caddy'])
  test(`${name} tells a program in JSON that its body is too large`, async () => {
    await using upstream = await serve((incoming, response) => {
      incoming.resume();
      if (incoming.method !== 'POST') return void response.end('ok');
      response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
      response.end('{"error":"too large"}');
    });
    const own = await freePort();
    await using _proxy = await startProcess({
      ...(commands[name]?.({ own, upstream: upstream.port }) ?? assert.fail()),
      env: { HOME: folder },
      healthUrl: `http://127.0.0.1:${own}/readyz`,
    });
    const reply = await fetch(`http://127.0.0.1:${own}/api/ask`, {
      method: 'POST',
      body: 'x'.repeat(1_200_000),
    });
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [413, 'application/json']);
    assert.match((await reply.json()).error, /larg/);
  });
