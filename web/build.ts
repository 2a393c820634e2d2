import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toNotices } from '../build/notices.ts';
import { USUAL_INSTALLATION } from './browser/installation.ts';
import { toAppManifest } from './build/app-manifest.ts';
import { type Bundle, bundlePage, bundleWorker } from './build/bundle.ts';
import { forgetFresh, hashSources, isFresh, recordFresh } from './build/freshness.ts';
import { type BuiltFile, removeOthers, writeBuilt } from './build/write-built.ts';
import { words } from './languages/words.ts';

/**
 * The page's files, grouped by when they are loaded. All but `fixed` have a hash of their content in their
 * name.
 */
export type BuiltPage = {
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
  const values: Record<string, unknown> = { ...words, ...words.about(USUAL_INSTALLATION), ...names };
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
