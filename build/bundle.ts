import { globSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { relocated } from './relocated.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/** What was bundled, as paths from the root of the project: its own files and those of packages. */
export type Inputs = readonly string[];

/** Some packages are CommonJS modules, which expect these names. */
const COMMON_JS =
  `import{createRequire as createRequire_}from'node:module';` +
  'const require=createRequire_(import.meta.url),__dirname=import.meta.dirname,__filename=import.meta.filename;';

/** Bundles the command `sayso` and its threads into `dist/server`. */
export function bundleServer(): Promise<Inputs> {
  return bundle('server', {
    entryPoints: {
      main: 'src/main.ts',
      'page-worker': 'src/read/page-worker.ts',
      'shrink-picture': 'src/read/images/shrink-picture.ts',
      'store-worker': 'packages/collections/store-worker.ts',
      worker: 'node_modules/piscina/dist/worker.js',
    },
    target: 'node24.15',
    banner: { js: COMMON_JS },
    // Piscina loads the first only to lower the priority of threads, which Sayso does not do. The decoders of
    // pictures find their WebAssembly in their packages.
    external: ['@napi-rs/nice', '@jsquash/*'],
  });
}

/** Bundles the entry points for other programs into `dist/lib`; they run on older versions of Node, too. */
export function bundleLibraries(): Promise<Inputs> {
  // Parts of the program, not libraries.
  const packages = globSync('packages/*/index.ts', {
    cwd: ROOT,
    exclude: ['packages/{collections,eval,wyoming}/**'],
  });
  // All in one folder, because a bundle finds its data from there.
  const entryPoints = Object.fromEntries(packages.map((file) => [basename(dirname(file)), file]));
  return bundle('lib', { entryPoints, target: 'node20' });
}

type BundleOptions = Pick<BuildOptions, 'entryPoints' | 'target' | 'banner' | 'external' | 'alias'>;

async function bundle(name: string, options: BundleOptions): Promise<Inputs> {
  // Written next to the final folder, so that a failed build changes nothing and places stay the same.
  const folder = join(DIST, `${name}-${process.pid}`);
  try {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      // Names stay as they are, because stack traces show them. Nothing reads source maps, which would be a
      // seventh of the package.
      minifyWhitespace: true,
      minifySyntax: true,
      legalComments: 'none',
      metafile: true,
      logLevel: 'warning',
      plugins: [relocated({ folder, data: join(DIST, 'data') })],
      ...options,
    });
    await rm(join(DIST, name), { recursive: true, force: true });
    await rename(folder, join(DIST, name));
    return Object.keys(metafile.inputs).filter((path) => !basename(path).startsWith('<'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
