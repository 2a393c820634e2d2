// Runs the script named in the arguments, even under an older Node, even as the first command in a clone, and after a
// `git pull` that brings other packages. Used by bin/with-node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { handOver } from './installed-node.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const wanted = join(root, 'package-lock.json');
/** npm writes this file at the end of an installation. */
const installed = join(root, 'node_modules', '.package-lock.json');

// The scripts of an installation come here as well.
if (process.env.npm_lifecycle_event !== 'postinstall') {
  if (!existsSync(installed)) install('Nothing is installed here yet');
  else if (existsSync(wanted) && lacksPackages())
    install('What is installed here is not what package-lock.json names');
}
handOver(process.argv.slice(2));

/** Whether a package is missing, or another version of it is there. What is for other systems is never there. */
function lacksPackages() {
  const [all, here] = [wanted, installed].map((file) => JSON.parse(readFileSync(file, 'utf8')).packages);
  const isForUse = !Object.values(here).some(({ dev }) => dev);
  return Object.entries(all).some(([path, { version, optional, dev }]) => {
    const isOptional = path === '' || optional || (dev && isForUse);
    return path in here ? here[path].version !== version : !isOptional;
  });
}

/** Runs the `npm` that started this script; without one, `handOver` says what to run. */
function install(reason) {
  const { npm_execpath: npm = '' } = process.env;
  if (!npm.endsWith('npm-cli.js')) return;
  console.error(`${reason}, so \`npm ci\` runs first.`);
  const { status } = spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
