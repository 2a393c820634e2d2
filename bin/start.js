// Runs a command of a checkout after bringing `dist/` up to date, in one process if it already is.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCurrent } from './program.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

if (!isCurrent(root, 'page') || !isCurrent(root, 'server')) {
  const build = [join(root, 'build', 'build.ts'), '--quiet'];
  const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
await import('./sayso.js');
