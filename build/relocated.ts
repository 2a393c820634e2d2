import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [join(ROOT, 'src') + sep, join(ROOT, 'packages') + sep];
const isOwn = (path: string) => SOURCES.some((folder) => path.startsWith(folder));
const require = createRequire(import.meta.url);

/** A part of a package that is found at run time (docs/decisions/0023-parts-of-libraries.md). */
const PART = /\blibraryPart\(\s*'([^']+)',\s*'\.\/([^']+)',?\s*\)/g;
const USES = /import\.meta\.(?!main\b)|\blibraryPart\(/;
const PLACE = /new URL\('([^']+)', import\.meta\.url\)/g;

/** Files of the project whose content is replaced, by their path from the root. */
const REPLACED: Readonly<Record<string, () => string>> = {
  // Nothing calls it in a bundle, because the parts are in the bundle.
  'packages/text/library-part.ts': () => 'export const libraryPart = null;',
  // The demo writes its index again when its code changes; there are no sources next to the bundle.
  'src/commands/demo/sources-in.ts': () => `export const sourcesIn = async () => ['${hashDemo()}'];`,
};
/** Computes places, but only for `sourcesIn`. */
const COMPUTES = 'src/commands/demo/demo-index.ts';

/** Where the bundle and its data are written. */
export type Target = {
  /** The folder of the bundle, which has no folders inside. */
  readonly folder: string;
  /** The folder of the data files that the bundles share. */
  readonly data: string;
};

/**
 * An esbuild plugin that lets bundled code find its files: a data file is copied into the folder for data, a
 * thread's file is expected in the bundle under its own name, and other places of the project are found from
 * the bundle's folder. The build fails if a source file uses its own place in any other way.
 */
export function relocated(target: Target): Plugin {
  return {
    name: 'relocated',
    setup(build) {
      build.onLoad({ filter: /[\\/](?:src|packages)[\\/].*\.ts$/ }, ({ path }) =>
        isOwn(path) ? loadSource(path, target) : null,
      );
      // Zod's messages in 50 languages; only the English ones are used.
      build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
        contents: `export { default as en } from './en.js';`,
        loader: 'js',
      }));
    },
  };
}

async function loadSource(path: string, target: Target): Promise<OnLoadResult | null> {
  const name = relative(ROOT, path).replaceAll('\\', '/');
  const replaced = REPLACED[name];
  if (replaced !== undefined) return { contents: replaced(), loader: 'ts' };
  const text = await readFile(path, 'utf8');
  if (!USES.test(text) || name === COMPUTES) return null;
  return { contents: await withPlaces(text, path, target), loader: 'ts' };
}

/**
 * A source file's text with the places that it uses as seen from the bundle. Data files are copied.
 * @param path of the source file
 * @throws Error if it uses its own place in an unknown way
 */
export async function withPlaces(text: string, path: string, target: Target): Promise<string> {
  const places = new Map<string, string>();
  for (const [, place = ''] of text.matchAll(PLACE))
    places.set(place, await moved(join(dirname(path), place), target));
  const parted = text.replace(PART, (_, library: string, file: string) => partOf(library, file));
  if (USES.test(parted.replace(PLACE, '')))
    throw new Error(
      `${relative(ROOT, path)} uses its own place in a way that build/relocated.ts does not know.`,
    );
  return parted.replace(PLACE, (_, place: string) => `new URL('${places.get(place)}', import.meta.url)`);
}

function partOf(library: string, file: string): string {
  return JSON.stringify(join(dirname(require.resolve(library)), file));
}

/** The address of a file or folder, seen from the bundle; data is copied first. */
async function moved(path: string, { folder, data }: Target): Promise<string> {
  if (!isOwn(path)) return toAddress(folder, path);
  if (path.endsWith('.ts')) return `./${basename(path, '.ts')}.js`;
  await mkdir(data, { recursive: true });
  await copyFile(path, join(data, basename(path)));
  return toAddress(folder, join(data, basename(path)));
}

function toAddress(from: string, to: string): string {
  return relative(from, to).replaceAll('\\', '/');
}

function hashDemo(): string {
  const paths = globSync(['src/commands/demo/**/*.*', 'src/documents/*.*'], { cwd: ROOT }).sort();
  const hash = createHash('sha256');
  for (const path of paths) hash.update(`\0${path}\0`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}
