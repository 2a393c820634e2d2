import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A file of the project with the project files that it imports, including imports of types. */
export type SourceFile = {
  /** Relative to the root of the project. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
};

const TEST = /\.test\.tsx?$/;
const SPECIFIER = /(?:from|import)\s*\(?\s*'((?:\.|@sayso\/)[^']+)'/g;

/** The TypeScript of `src`, `packages` and `web`, without tests and benches. */
export function readTree(root: string): readonly SourceFile[] {
  return globSync('{src,web,packages}/**/*.{ts,tsx}', { cwd: root })
    .filter((path) => !TEST.test(path) && !/node_modules|^packages\/[^/]+\/(?:bench|test)\//.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const specifiers = [...text.matchAll(SPECIFIER)].map((match) => match[1] ?? '');
      return {
        path,
        text,
        imports: specifiers.map((specifier) => targetOf(specifier, path)),
      };
    });
}

/** The file that an import names: beside the importing file, or in a package of the workspace. */
export function targetOf(specifier: string, importer: string): string {
  const [, name, file = '/index.ts'] = /^@sayso\/(\w+)(\/.*)?$/.exec(specifier) ?? [];
  return name === undefined ? normalize(join(dirname(importer), specifier)) : `packages/${name}${file}`;
}

/** How many lines a text has; the last line break does not begin another line. */
export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}
