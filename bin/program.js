import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The file to run: the bundle in `dist/` if it is up to date, otherwise the sources. An installed package
 * has no sources.
 * @param {string} root the folder of the project
 */
export function programOf(root) {
  const runsSources = isCheckout(root) && !isCurrent(root, 'server');
  return runsSources ? join(root, 'src', 'main.ts') : join(root, 'dist', 'server', 'main.js');
}

/**
 * Whether a build is up to date: none of the files that it was made from has another size or time of change
 * than at that time. Takes a few milliseconds, so that every start can ask.
 * @param {string} root the folder of the project
 * @param {string} name of the build, which is recorded in `dist/NAME.built.json`
 */
export function isCurrent(root, name) {
  try {
    const inputs = JSON.parse(readFileSync(join(root, 'dist', `${name}.built.json`), 'utf8'));
    return Object.entries(inputs).every(([path, stamp]) => stampOf(join(root, path)) === stamp);
  } catch {
    return false;
  }
}

/**
 * The size and the time of change of a file.
 * @param {string} path
 */
export function stampOf(path) {
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs} ${size}`;
}

/**
 * The folder for compiled code.
 * @param {string} root the folder of the project
 */
export function cacheFolderOf(root) {
  return isCheckout(root) ? join(root, 'node_modules', '.cache', 'sayso') : join(root, 'dist', 'cache');
}

function isCheckout(root) {
  return existsSync(join(root, 'src', 'main.ts'));
}
