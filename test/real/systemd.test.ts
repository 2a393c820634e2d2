import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serve } from '../support/local-server.ts';
import { startSearchServer, withResults } from '../support/search-server.ts';
import { asSystemdRunsIt } from './as-systemd-runs-it.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sayso-systemd-'));
after(() => rmSync(folder, { recursive: true }));
const unit = readFileSync(join(root, 'deploy/systemd/sayso.service'), 'utf8');

/**
 * The reason why bubblewrap cannot work here, such as a container that forbids namespaces; false if it can
 * work.
 */
function whyNoSandbox(): string | false {
  const { status, stderr, error } = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true'], {
    encoding: 'utf8',
  });
  assert.equal(error, undefined, 'bubblewrap is not installed');
  return status === 0 ? false : stderr.trim();
}

const options = { skip: whyNoSandbox() };

type Run = {
  readonly child: ChildProcess;
  readonly closed: Promise<unknown>;
  readonly output: () => string;
};

/** Runs the unit's command under its restrictions, with these settings and no others. */
function run(restrictions: string, settings: Readonly<Record<string, string>>): Run {
  const { file, args, filter } = asSystemdRunsIt(restrictions, root, folder);
  const env = { PATH: '/usr/bin:/bin', PORT: '0', SEARCH_TERTIARY_URL: 'off', MODEL_PROVIDER: 'extractive' };
  const child = spawn(file, args, {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', filter],
  });
  closeSync(filter);
  after(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  return { child, closed: once(child, 'close'), output: () => output };
}

async function portOf({ child, output }: Run): Promise<string> {
  while (true) {
    const port = /listening on http:\S+:(\d+)"/.exec(output())?.[1];
    if (port !== undefined) return port;
    assert.equal(child.exitCode, null, output());
    assert.ok(child.stdout);
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  }
}

/** Sends the signal to the service itself, because bubblewrap, which started it, does not pass signals on. */
function stop({ child: { pid } }: Run): void {
  const inner = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  process.kill(Number(inner), 'SIGTERM');
}

test(
  "under the unit's restrictions the service listens on all addresses, searches, reads pages and stops",
  options,
  async () => {
    await using page = await serve((_, response) => {
      const sentence = 'The axolotl keeps its gills for its whole life and lives in lakes near Mexico City.';
      response.setHeader('content-type', 'text/html');
      response.end(
        `<title>Axolotl</title><article><h1>Axolotl</h1><p>${`${sentence} `.repeat(4)}</p></article>`,
      );
    });
    const result = { url: `${page.url}/axolotl`, title: 'Axolotl', content: 'A salamander.' };
    await using search = await startSearchServer(withResults([result]));
    const service = run(unit, { HOST: '0.0.0.0', SEARCH_PRIMARY_URL: search.url, PAGE_ALLOW: '127.0.0.1' });
    const port = await portOf(service);
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/query?q=Where+does+the+axolotl+live%3F`);
    assert.equal(reply.status, 200, service.output());
    assert.match(await reply.text(), /lakes near Mexico City/);
    stop(service);
    await service.closed;
    assert.equal(service.child.exitCode, 0, service.output());
    assert.doesNotMatch(service.output(), /EPERM|EACCES|EROFS/);
  },
);

test('without netlink sockets the service still listens on all addresses', options, async () => {
  const stricter = unit.replace(' AF_NETLINK', '');
  assert.notEqual(stricter, unit);
  const service = run(stricter, { HOST: '0.0.0.0' });
  assert.equal((await fetch(`http://127.0.0.1:${await portOf(service)}/livez`)).status, 200);
  stop(service);
  await service.closed;
  assert.equal(service.child.exitCode, 0, service.output());
});

test('the restrictions hold in the test: another kind of socket is refused', options, async () => {
  const stricter = unit.replace(/^RestrictAddressFamilies=.*$/m, 'RestrictAddressFamilies=AF_UNIX');
  const service = run(stricter, { HOST: '127.0.0.1' });
  await service.closed;
  assert.notEqual(service.child.exitCode, 0);
  assert.match(service.output(), /cannot listen/);
});
