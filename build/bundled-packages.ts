import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Lock = {
  readonly packages: Readonly<
    Record<string, { readonly link?: boolean; readonly dev?: boolean; readonly optional?: boolean }>
  >;
};
const FOLDER = 'node_modules/';
/** Needed at the root to build, or installed beside the bundles. */
const UNBUNDLED = /^(?:esbuild|@jsquash\/.*|wasm-feature-detect)$/;

/** The names of the packages whose code may be in the bundles: all that run, according to the lock file. */
export function bundledPackages(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages)
    .filter(([path, { link, dev, optional }]) => path.startsWith(FOLDER) && !link && !dev && !optional)
    .map(([path]) => path.slice(FOLDER.length))
    .filter((name) => !name.includes(FOLDER) && !UNBUNDLED.test(name));
}
