// Runs the script named in the arguments, even under an older Node, and even as the first command in a clone. Used by
// bin/with-node.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './installed-node.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (!isInstalled()) install();
handOver(process.argv.slice(2));

/** npm writes this file at the end of an installation; the scripts of an installation come here as well. */
function isInstalled() {
  const { npm_command: command } = process.env;
  return (
    existsSync(join(root, 'node_modules', '.package-lock.json')) || command === 'ci' || command === 'install'
  );
}

/** Runs the `npm` that started this script; without one, `handOver` says what to run. */
function install() {
  const { npm_execpath: npm = '' } = process.env;
  if (!npm.endsWith('npm-cli.js')) return;
  console.error('Nothing is installed here yet, so `npm ci` runs first.');
  const { status } = spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
