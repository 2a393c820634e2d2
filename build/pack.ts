import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackageReadme } from '../src/commands/demo/package-readmes.ts';
import { bundledPackages } from './bundled-packages.ts';
import { toNotices } from './notices.ts';
import { writeDocuments } from './write-documents.ts';

/**
 * `npm pack` runs this file with `before` and `after` (`prepack` and `postpack` in package.json). In
 * between, the package's own manifest replaces package.json: all code that runs is bundled, so the package
 * depends on nothing but Node and the decoders of pictures, and installs without scripts.
 */

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const READMES = join(DIST, 'readmes.jsonl.br');
const MANIFEST = join(ROOT, 'package.json');
const SAVED = join(DIST, 'package.saved.json');

/** The fields that a package's users need; the others are for those who change it. */
const PUBLISHED = [
  ...['name', 'version', 'description', 'license', 'private', 'type', 'bin', 'exports', 'files', 'engines'],
  'optionalDependencies',
];
/** Packages of WebAssembly: they are installed beside the bundles. */
const BESIDE = /^@jsquash\//;

async function before(): Promise<void> {
  after();
  const packages = bundledPackages(ROOT);
  writeFileSync(join(DIST, 'THIRD-PARTY-LICENSES.txt'), toNotices(packages));
  await writeReadmes(packages);
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
  rmSync(READMES, { force: true });
  if (!existsSync(SAVED)) return;
  writeFileSync(MANIFEST, readFileSync(SAVED));
  rmSync(SAVED);
}

/** Stores the READMEs of the bundled packages as documents, which the demo indexes. */
async function writeReadmes(packages: readonly string[]): Promise<void> {
  const read = packages.map((name) => readPackageReadme(join(ROOT, 'node_modules', name)));
  writeDocuments(
    READMES,
    (await Promise.all(read)).filter((document) => document !== null),
  );
}

if (process.argv[2] === 'before') await before();
else after();
