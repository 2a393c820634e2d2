import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './bundled-packages.ts';
import { toNotices } from './notices.ts';

/**
 * `npm pack` runs this file with `before` and `after` (`prepack` and `postpack` in package.json). In
 * between, the package's own manifest replaces package.json: all code that runs is bundled, so the package
 * depends on nothing but Node and the decoders of pictures, and installs without scripts.
 */

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const DEMO = join(DIST, 'demo');
const MANIFEST = join(ROOT, 'package.json');
const SAVED = join(DIST, 'package.saved.json');

/** The fields that a package's users need; the others are for those who change it. */
const PUBLISHED = [
  ...['name', 'version', 'description', 'license', 'private', 'type', 'bin', 'exports', 'files', 'engines'],
  'optionalDependencies',
];
/** Packages of WebAssembly: they are installed beside the bundles. */
const BESIDE = /^@jsquash\//;

function before(): void {
  after();
  const packages = bundledPackages(ROOT);
  writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), toNotices(packages));
  copyDemo(packages);
  const text = readFileSync(MANIFEST, 'utf8');
  const whole = JSON.parse(text) as Record<string, unknown>;
  const published = Object.fromEntries(
    PUBLISHED.flatMap((field) => (field in whole ? [[field, whole[field]]] : [])),
  );
  const all = Object.entries(whole.dependencies as Record<string, string>);
  const dependencies = Object.fromEntries(all.filter(([name]) => BESIDE.test(name)));
  writeFileSync(SAVED, text);
  const manifest = { ...published, dependencies };
  writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Removes what only the package contains, and restores package.json, also after a `npm pack` that was
 * stopped.
 */
function after(): void {
  rmSync(DEMO, { recursive: true, force: true });
  if (!existsSync(SAVED)) return;
  writeFileSync(MANIFEST, readFileSync(SAVED));
  rmSync(SAVED);
}

/** Copies the READMEs of the bundled packages, which the demo indexes. */
function copyDemo(packages: readonly string[]): void {
  for (const name of packages) {
    const from = join(ROOT, 'node_modules', name);
    const readme = readdirSync(from).find((each) => /^readme(?:\.md|\.markdown|\.txt)?$/i.test(each));
    if (readme === undefined) continue;
    mkdirSync(join(DEMO, name), { recursive: true });
    cpSync(join(from, readme), join(DEMO, name, readme));
    const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Record<string, unknown>;
    const { description, homepage, repository, license, author, version } = manifest;
    writeFileSync(
      join(DEMO, name, 'package.json'),
      JSON.stringify({ name, description, homepage, repository, license, author, version }),
    );
  }
}

if (process.argv[2] === 'before') before();
else after();
