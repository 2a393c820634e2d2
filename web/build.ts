import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { toNotices } from '../build/notices.ts';
import { USUAL_INSTALLATION } from './browser/installation.ts';
import { type Bundle, bundlePage, bundleWorker } from './build/bundle.ts';
import { forgetFresh, hashSources, isFresh, recordFresh } from './build/freshness.ts';
import { words } from './languages/words.ts';

/**
 * The page's files, grouped by when they are loaded. All but `fixed` have a hash of their content in their
 * name.
 */
type BuiltPage = {
  /** What the first visit loads besides the style. */
  readonly script: BuiltFile;
  /** The one script that the first paint waits for. */
  readonly firstPaint: BuiltFile;
  readonly style: BuiltFile;
  /** Scripts that are loaded when they are first needed. */
  readonly later: readonly BuiltFile[];
  readonly icons: readonly BuiltFile[];
  /** The page itself and other files whose name never changes. */
  readonly fixed: readonly BuiltFile[];
};

/** Where the service expects the page. */
export const pageFolder: string = join(import.meta.dirname, '..', 'dist', 'web');

/**
 * Builds the page into `folder`: `index.html`, the hashed files, the app's manifest and the service worker,
 * each with a compressed copy. Files of an earlier build are removed. Throws the bundler's errors.
 */
export async function buildPage(folder: string = pageFolder): Promise<BuiltPage> {
  await mkdir(folder, { recursive: true });
  const sources = hashSources();
  forgetFresh(folder);
  const bundle = await bundlePage();
  const written = new Map<string, BuiltFile>();
  for (const { name, content } of bundle.files) written.set(name, await writeBuilt(folder, name, content));
  const fixed = await writeFixed(folder, bundle);
  await removeOthers(folder, [...written.keys(), ...fixed.map(({ name }) => name)]);
  recordFresh(folder, sources);

  const builtAs = (name: string): BuiltFile => written.get(name) ?? { name, bytes: 0, brotliBytes: 0 };
  return {
    script: builtAs(bundle.script),
    firstPaint: builtAs(bundle.firstPaint),
    style: builtAs(bundle.style),
    later: bundle.later.map(builtAs),
    icons: [bundle.icon, bundle.icon192, bundle.icon512, bundle.maskable].map(builtAs),
    fixed,
  };
}

async function writeFixed(folder: string, bundle: Bundle): Promise<BuiltFile[]> {
  const { files } = bundle;
  const html = await fillTemplate(bundle);
  const manifest = `${JSON.stringify(toAppManifest(bundle), null, 2)}\n`;
  const version = createHash('sha256').update(html).update(manifest);
  for (const { name } of files) version.update(name);
  const kept = ['./', 'manifest.webmanifest', ...files.map(({ name }) => name)];
  return [
    await writeBuilt(folder, 'index.html', html),
    await writeBuilt(folder, 'about.json', JSON.stringify(englishTexts())),
    await writeBuilt(folder, 'licenses.txt', toNotices(bundle.packages)),
    await writeBuilt(folder, 'manifest.webmanifest', manifest),
    await writeBuilt(folder, 'sw.js', await bundleWorker(kept, version.digest('hex').slice(0, 12))),
  ];
}

/** The English texts of `index.html` for every installation, by what it searches and who writes. */
function englishTexts(): Readonly<Record<string, { headline: string; introduction: string }>> {
  const searches = ['web', 'documents', 'both', 'wikipedia'] as const;
  const writes = ['model', 'quotes', 'nothing'] as const;
  const all = searches.flatMap((each) => writes.map((writer) => ({ searches: each, writes: writer })));
  return Object.fromEntries(
    all.map((each) => {
      const { headline, introduction } = words.about(each);
      return [`${each.searches} ${each.writes}`, { headline, introduction }];
    }),
  );
}

async function fillTemplate({ files: _, packages: __, ...names }: Bundle): Promise<string> {
  const template = await readFile(join(import.meta.dirname, 'index.html'), 'utf8');
  const promise = words.promise.replaceAll('*', '');
  const values: Record<string, unknown> = { ...words, ...words.about(USUAL_INSTALLATION), ...names, promise };
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string')
      throw new Error(`web/index.html has the placeholder "${name}", which no code replaces.`);
    return value.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  });
}

/**
 * Builds the page for the service if it is out of date.
 * @param output `report` lists the files with their sizes, `quiet` only says that it takes a moment
 */
export async function updatePage(output: 'report' | 'quiet'): Promise<void> {
  if (isFresh(pageFolder)) return;
  const isQuiet = output === 'quiet';
  if (isQuiet) console.log('Building the page. Only the first start and changes to the page need this.');
  const { script, firstPaint, style, later, icons, fixed } = await buildPage();
  const groups: Readonly<Record<string, readonly BuiltFile[]>> = {
    script: [script],
    'first paint': [firstPaint],
    style: [style],
    later,
    icons,
    fixed,
  };
  for (const [group, files] of isQuiet ? [] : Object.entries(groups)) {
    const total = files.reduce((sum, file) => sum + file.brotliBytes, 0);
    console.log(`${group}: ${total} bytes with brotli`);
    for (const { name, bytes, brotliBytes } of files) {
      console.log(`  ${name.padEnd(28)} ${String(bytes).padStart(7)} bytes, ${brotliBytes} with brotli`);
    }
  }
}

if (import.meta.main) await updatePage(process.argv.includes('--quiet') ? 'quiet' : 'report');

/**
 * The manifest that makes the page an app (W3C Web Application Manifest): installable, and a target for
 * sharing texts and links. All addresses are relative, so that it also works behind a path prefix.
 */
function toAppManifest({ icon, icon192, icon512, maskable }: Bundle): object {
  return {
    id: './',
    name: 'Sayso',
    short_name: 'Sayso',
    description: 'Ask a question; get an answer you can read, hear and check.',
    lang: 'en',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#faf9f6',
    theme_color: '#faf9f6',
    categories: ['productivity', 'utilities'],
    icons: [
      { src: icon, type: 'image/svg+xml', sizes: 'any' },
      { src: icon192, type: 'image/png', sizes: '192x192' },
      { src: icon512, type: 'image/png', sizes: '512x512' },
      { src: maskable, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
    share_target: {
      action: './',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  };
}

/** A built file: its name in the folder, and its size, plain and compressed with brotli, in bytes. */
export type BuiltFile = { readonly name: string; readonly bytes: number; readonly brotliBytes: number };

/** The files to compress. Pictures are already compressed. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|webmanifest)$/;

/**
 * Writes a file of the page, and next to it a copy compressed with brotli (`NAME.br`) if that is smaller.
 * Unchanged files are not written, because they may be in use.
 */
async function writeBuilt(folder: string, name: string, content: string | Uint8Array): Promise<BuiltFile> {
  const bytes = Buffer.from(content);
  if (!COMPRESSIBLE.test(name)) {
    await writeChanged(join(folder, name), bytes);
    return { name, bytes: bytes.length, brotliBytes: bytes.length };
  }
  const compressed = brotliCompressSync(bytes);
  await writeChanged(join(folder, `${name}.br`), compressed);
  await writeChanged(join(folder, name), bytes);
  return { name, bytes: bytes.length, brotliBytes: compressed.length };
}

/** Removes all other files from the folder. */
async function removeOthers(folder: string, names: readonly string[]): Promise<void> {
  const kept = new Set(names.flatMap((name) => [name, `${name}.br`]));
  const all = await readdir(folder);
  await Promise.all(
    all.filter((name) => !kept.has(name)).map((name) => rm(join(folder, name), { force: true })),
  );
}

async function writeChanged(path: string, content: Buffer): Promise<void> {
  const before = await readFile(path).catch(() => null);
  if (before?.equals(content) !== true) await writeFile(path, content);
}
