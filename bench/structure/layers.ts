import { dirname } from 'node:path';
import type { SourceFile } from './tree.ts';

/** The packages, and the packages besides `text` that each may import. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'packages/text': [],
  'packages/markdown': [],
  'packages/article': ['packages/markdown'],
  'packages/passages': [],
  'packages/verdicts': ['packages/markdown'],
  'packages/speech': ['packages/markdown'],
  'packages/instant': [],
  'packages/eval': ['packages/verdicts'],
  'packages/wyoming': [],
  'packages/collections': [],
};

/** The folders of the service that each may import, besides itself and the packages (ARCHITECTURE.md). */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  admission: ['core'],
  keys: ['core'],
  net: ['core', 'admission'],
  cache: ['core'],
  config: ['core', 'net', 'search'],
  search: ['core', 'net', 'cache', 'documents'],
  documents: ['core', 'net'],
  read: ['core', 'net', 'cache', 'admission'],
  write: ['core', 'models'],
  models: ['core', 'net'],
  render: ['core'],
  answer: ['core', 'cache', 'admission', 'config', 'documents', 'search', 'read', 'write', 'render'],
  observe: ['core', 'answer', 'admission', 'cache'],
  'interfaces/http': ['core', 'answer', 'admission', 'documents', 'keys'],
  'interfaces/conversation': ['core', 'answer', 'render', 'interfaces/http'],
  'interfaces/rest': ['core', 'answer', 'render', 'interfaces/http'],
  'interfaces/site': ['core', 'answer', 'render', 'documents', 'interfaces/http'],
  'interfaces/mcp': ['core', 'answer', 'render', 'interfaces/http'],
  'interfaces/openai': ['core', 'answer', 'render', 'interfaces/http', 'interfaces/conversation'],
  'interfaces/ollama': ['core', 'answer', 'render', 'interfaces/http', 'interfaces/conversation'],
  'interfaces/search-apis': ['core', 'answer', 'render', 'interfaces/http', 'interfaces/conversation'],
};
/** The folders that put the service together; they may import every other folder. */
const top: ReadonlySet<string> = new Set(['', 'service', 'commands']);
/** Files with the type of a part and at most a few small functions: how others know a part that they are given. */
const contracts: ReadonlySet<string> = new Set([
  'src/core/budget.ts',
  'src/search/search.ts',
  'src/write/writer.ts',
]);

/** The name of a file's folder below `src`, or of its package; two levels deep for interfaces. */
export function layerFolderOf(path: string): string {
  const folders = dirname(path).split('/');
  if (folders[0] === 'packages') return folders.slice(0, 2).join('/');
  return folders.slice(1, folders[1] === 'interfaces' ? 3 : 2).join('/');
}

/** Whether a folder belongs to one of the layers. */
export function hasLayer(folder: string): boolean {
  return top.has(folder) || packages[folder] !== undefined || mayImport[folder] !== undefined;
}

/** The imports that violate the layers, as `file -> file`. */
export function upwardImports(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^(?:src|packages)\//.test(path) && !top.has(layerFolderOf(path)))
    .flatMap(({ path, imports }) =>
      imports.filter((target) => !isAllowed(path, target)).map((target) => `${path} -> ${target}`),
    );
}

/** The imports of the service that pass by the public file of a package, as `file -> file`. */
export function privateImports(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith('src/'))
    .flatMap(({ path, imports }) =>
      imports.filter((target) => !isPublic(target)).map((target) => `${path} -> ${target}`),
    );
}

function isAllowed(path: string, target: string): boolean {
  const [from, to] = [layerFolderOf(path), layerFolderOf(target)];
  if (from === to) return true;
  const allowed = packages[from];
  if (allowed !== undefined) return to === 'packages/text' || allowed.includes(to);
  return packages[to] !== undefined || (mayImport[from] ?? []).includes(to) || contracts.has(target);
}

/** Each file of `packages/text` is public: it has one function or a few, and most files need only one of them. */
function isPublic(target: string): boolean {
  return !/^packages\/(?!text\/)/.test(target) || target.endsWith('/index.ts');
}
