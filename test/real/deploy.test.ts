import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'sayso-deploy-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs a system program and returns its output; fails if the program fails. */
function check(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    // Caddy needs a folder for its data.
    env: { ...process.env, HOME: folder },
  });
  assert.equal(error, undefined, `${program} is not installed`);
  assert.equal(status, 0, `${stdout}${stderr}`);
  return `${stdout}${stderr}`;
}

test('HAProxy accepts its configuration without a warning', () => {
  assert.doesNotMatch(check('haproxy', '-c', '-f', 'deploy/proxy/haproxy.cfg'), /WARNING|ALERT/);
});

test('nginx accepts its configuration', () => {
  const main = join(folder, 'nginx.conf');
  writeFileSync(
    main,
    `pid ${folder}/pid;\nevents {}\nhttp {\n  access_log off;\n  include ` +
      `${root}deploy/proxy/nginx.conf;\n}\n`,
  );
  check('nginx', '-t', '-e', '/dev/null', '-c', main);
});

test('Caddy accepts its configurations', () => {
  for (const file of ['Caddyfile', 'Caddyfile.tls'])
    check('caddy', 'validate', '--adapter', 'caddyfile', '--config', `deploy/proxy/${file}`);
});

test('Prometheus accepts its configuration', () => {
  check('promtool', 'check', 'config', 'deploy/prometheus/prometheus.yml');
});

test('systemd accepts the unit and rates its exposure as low', () => {
  const unit = join(folder, 'sayso.service');
  const text = readFileSync(join(root, 'deploy/systemd/sayso.service'), 'utf8');
  // The folder of the checkout is the only difference from an installed unit.
  writeFileSync(unit, text.replaceAll('/opt/sayso/', root));
  assert.equal(check('systemd-analyze', 'verify', unit), '');
  const verdict = check('systemd-analyze', 'security', '--offline=true', '--threshold=20', unit);
  assert.match(verdict, /Overall exposure level for sayso\.service: [01]\.\d OK/);
});
