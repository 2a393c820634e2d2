import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { words } from './words.ts';

/** A built file: its name in the folder, and its size as it is and compressed with brotli, in bytes. */
export type BuiltFile = { readonly name: string; readonly bytes: number; readonly brotliBytes: number };

/** The page's files. Script, style and icon carry a hash of their content in the name and may be cached for ever. */
export type BuiltPage = Record<'html' | 'script' | 'style' | 'icon', BuiltFile> & {
  /** Scripts that are loaded when somebody first wants what they do. */
  readonly later: readonly BuiltFile[];
};

const HERE = import.meta.dirname;

/** Where the service looks for the page. */
export const pageFolder: string = join(HERE, '..', 'dist', 'web');

/**
 * Bundles the page into `folder`: `index.html`, the hashed files and `manifest.json`, which names them. Files of
 * an earlier build are removed, and what has not changed is not touched: it may be being served. Throws what the bundler throws.
 */
export async function buildPage(folder: string = pageFolder): Promise<BuiltPage> {
  const names = await bundle(folder);
  const html = await fillTemplate(names);
  await writeChanged(join(folder, 'index.html'), html);
  await writeChanged(join(folder, 'manifest.json'), `${JSON.stringify(names, null, 2)}\n`);
  await removeOthers(folder, ['index.html', 'manifest.json', ...Object.values(names).flat()]);
  return {
    html: await measure(folder, 'index.html'),
    script: await measure(folder, names.script),
    style: await measure(folder, names.style),
    icon: await measure(folder, names.icon),
    later: await Promise.all(names.later.map((name) => measure(folder, name))),
  };
}

type Names = {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  readonly later: readonly string[];
};

async function bundle(folder: string): Promise<Names> {
  await mkdir(folder, { recursive: true });
  const result = await build({
    entryPoints: {
      app: join(HERE, 'main.tsx'),
      style: join(HERE, 'style.css'),
      favicon: join(HERE, 'favicon.svg'),
    },
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    loader: { '.svg': 'copy' },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    // The youngest thing the page needs is `light-dark()`; with it come these.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // `light-dark()` would be rewritten into twice the style for older browsers.
    supported: { nesting: true },
    legalComments: 'none',
    write: false,
    logLevel: 'error',
  });
  for (const { path, contents } of result.outputFiles) await writeChanged(path, contents);
  const written = result.outputFiles.map(({ path }) => basename(path));
  const named = (start: string) => written.find((name) => name.startsWith(start)) ?? '';
  const script = named('app-');
  const later = written.filter((name) => name.endsWith('.js') && name !== script);
  return { script, style: named('style-'), icon: named('favicon-'), later };
}

async function fillTemplate(names: Names): Promise<string> {
  const template = await readFile(join(HERE, 'index.html'), 'utf8');
  const values: Record<string, unknown> = { ...words, ...names };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string') throw new Error(`web/index.html names "${name}", which nobody fills in.`);
    return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  });
}

async function writeChanged(path: string, content: string | Uint8Array): Promise<void> {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(Buffer.from(content)) !== true) await writeFile(path, content);
}

async function removeOthers(folder: string, kept: readonly string[]): Promise<void> {
  const all = await readdir(folder);
  await Promise.all(all.filter((name) => !kept.includes(name)).map((name) => rm(join(folder, name))));
}

async function measure(folder: string, name: string): Promise<BuiltFile> {
  const content = await readFile(join(folder, name));
  return { name, bytes: content.length, brotliBytes: brotliCompressSync(content).length };
}

if (import.meta.main) {
  const page = await buildPage();
  for (const { name, bytes, brotliBytes } of Object.values(page).flat()) {
    console.log(`${name.padEnd(24)} ${String(bytes).padStart(7)} bytes, ${brotliBytes} with brotli`);
  }
}
