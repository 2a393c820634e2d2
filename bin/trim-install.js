// Removes files that no program reads from `node_modules` after `npm ci`: a third of its size. Everything
// works without this step, too.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules');

/** The headers that add-ons are compiled against (66 MB), the manual and the history of Node. */
const NODE_EXTRAS = ['include', 'share', 'CHANGELOG.md'];
const SOURCE_MAP = /\.(?:js|mjs|cjs|ts|mts|cts|css)\.map$/;
/** Node runs no TypeScript below `node_modules`; only the compiler reads declarations. */
const TYPESCRIPT = /\.(?:ts|mts|cts|tsx)$/;

const isForUseAlone = !existsSync(join(modules, 'typescript'));

for (const name of readdirSync(modules))
  if (/^node-(?:bin-)?(?:linux|darwin|win)-/.test(name))
    for (const extra of NODE_EXTRAS) rmSync(join(modules, name, extra), { recursive: true, force: true });

/** Copies of its languages for browsers (1.3 MB). */
rmSync(join(modules, 'n2words', 'dist'), { recursive: true, force: true });

const folderOf = (entry) => entry.parentPath ?? entry.path;
/** The tests of a package, which only its authors run. */
const isPackageTest = (entry) =>
  entry.isDirectory() &&
  /^(?:test|tests|__tests__)$/.test(entry.name) &&
  existsSync(join(folderOf(entry), 'package.json'));

const entries = readdirSync(modules, { recursive: true, withFileTypes: true });
/** Links lead to the project's own packages, whose files are listed, too. */
const links = entries
  .filter((entry) => entry.isSymbolicLink())
  .map((entry) => join(folderOf(entry), entry.name) + sep);

for (const entry of entries) {
  const path = join(folderOf(entry), entry.name);
  if (links.some((link) => path.startsWith(link))) continue;
  const isUnread =
    entry.isFile() && (SOURCE_MAP.test(entry.name) || (isForUseAlone && TYPESCRIPT.test(entry.name)));
  if (isUnread || isPackageTest(entry)) rmSync(path, { recursive: true, force: true });
}
