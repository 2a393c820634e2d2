import { basename, join } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** A file from the bundler; its name contains a hash of its content. */
type Bundled = { readonly name: string; readonly content: Uint8Array };

/** The bundler's files, by purpose. */
export type Bundle = {
  readonly files: readonly Bundled[];
  /** The script of the page. */
  readonly script: string;
  /** Files that are loaded when first needed. */
  readonly later: readonly string[];
  /** The one script that the first paint waits for. */
  readonly firstPaint: string;
  readonly style: string;
  readonly icon: string;
  readonly icon192: string;
  readonly icon512: string;
  readonly maskable: string;
  /** The packages of npm whose code is in the scripts. */
  readonly packages: readonly string[];
};

// The newest feature that the page needs is `light-dark()`; these browsers were the first to support it.
const TARGET = ['chrome123', 'firefox120', 'safari17.5'];

const WEB = join(import.meta.dirname, '..');

/** Options of every bundle. */
const SETTINGS = {
  bundle: true,
  minify: true,
  entryNames: '[name]-[hash]',
  outdir: WEB,
  charset: 'utf8',
  legalComments: 'none',
  write: false,
  logLevel: 'error',
} as const;

/** Bundles the page. Throws the bundler's errors. */
export async function bundlePage(): Promise<Bundle> {
  const [page, first] = await Promise.all([bundleModules(), bundleFirstPaint()]);
  const files = [...page.outputFiles, ...first.outputFiles]
    .map(({ path, contents }) => ({ name: basename(path), content: contents }))
    .filter(({ name }) => !name.startsWith('app-'));
  const named = (start: string) => files.find(({ name }) => name.startsWith(start))?.name ?? '';
  const script = named('chunk-');
  const firstPaint = named('first-paint-');
  const atFirst = new Set([script, firstPaint]);
  return {
    files,
    script,
    later: files.map(({ name }) => name).filter((name) => name.endsWith('.js') && !atFirst.has(name)),
    firstPaint,
    style: named('style-'),
    icon: named('favicon-'),
    icon192: named('icon-192-'),
    icon512: named('icon-512-'),
    maskable: named('maskable-512-'),
    packages: packagesOf(page.metafile),
  };
}

/**
 * Bundles the worker that stores the page for use without a network: it stores `files`, under `version`. The
 * worker's own name never changes, because the browser looks for newer versions under that name.
 */
export async function bundleWorker(files: readonly string[], version: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    ...SETTINGS,
    target: TARGET,
    entryPoints: [join(WEB, 'frame', 'service-worker.ts')],
    format: 'iife',
    define: { SHELL_FILES: JSON.stringify(files), SHELL_VERSION: JSON.stringify(version) },
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

function bundleModules() {
  return build({
    ...SETTINGS,
    target: TARGET,
    entryPoints: {
      app: join(WEB, 'main.tsx'),
      style: join(WEB, 'frame', 'page.css'),
      favicon: join(WEB, 'icons', 'favicon.svg'),
      'icon-192': join(WEB, 'icons', 'icon-192.png'),
      'icon-512': join(WEB, 'icons', 'icon-512.png'),
      'maskable-512': join(WEB, 'icons', 'maskable-512.png'),
    },
    chunkNames: '[name]-[hash]',
    splitting: true,
    // Every file imports the script of the page. Otherwise, this would be two files, one with what it shares
    // with later ones, and larger in all. The entry point then only imports that one file.
    inject: [join(WEB, 'main.tsx')],
    format: 'esm',
    loader: { '.svg': 'copy', '.png': 'copy' },
    // For older browsers, the bundler would write every `light-dark()` twice, which would double the size of
    // the stylesheet.
    supported: { nesting: true },
    metafile: true,
    plugins: [englishInParts],
  });
}

/**
 * The English texts are one file, but the first script has only those of the first paint: the module is read
 * once more, under another name, for the texts that load later, and each time loses what is not used.
 */
const englishInParts: Plugin = {
  name: 'english-in-parts',
  setup({ onResolve }) {
    onResolve({ filter: /\/en\.ts$/ }, ({ path, resolveDir, importer }) => ({
      path: join(resolveDir, path),
      suffix: importer.endsWith('aside-words.ts') ? '?later' : '',
    }));
  },
};

function bundleFirstPaint() {
  return build({
    ...SETTINGS,
    target: TARGET,
    entryPoints: [join(WEB, 'frame', 'first-paint.ts')],
    format: 'iife',
  });
}

function packagesOf({ inputs }: Metafile): readonly string[] {
  const names = Object.keys(inputs).flatMap((path) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
    return name ?? [];
  });
  return [...new Set(names)].toSorted();
}
