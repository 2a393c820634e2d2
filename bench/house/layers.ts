import { dirname } from 'node:path';
import type { SourceFile } from './tree.ts';

/** The folders that each folder may import, besides itself: the layers of ARCHITECTURE.md. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  core: [],
  net: ['core'],
  observe: ['core'],
  config: ['core'],
  cache: ['core'],
  markup: ['core'],
  search: ['core', 'net', 'cache', 'markup'],
  demo: ['core', 'config', 'search'],
  read: ['core', 'net', 'cache'],
  write: ['core', 'net'],
  select: ['core'],
  rank: ['core', 'net'],
  check: ['core', 'markup'],
  judge: ['core', 'markup'],
  render: ['core', 'markup'],
  answer: ['core', 'observe', 'cache', 'markup'],
  instant: ['core'],
  intent: ['core'],
  exports: ['core', 'markup', 'render', 'read', 'select', 'judge', 'instant'],
  'faces/http': ['core', 'answer'],
  'faces/rest': ['core', 'answer', 'faces/http'],
  'faces/site': ['core', 'answer', 'faces/http'],
  'faces/mcp': ['core', 'answer', 'faces/http'],
  'faces/openai': ['core', 'answer', 'faces/http'],
  'faces/ollama': ['core', 'answer', 'faces/http', 'faces/openai'],
  'faces/wyoming': ['core', 'answer', 'faces/http', 'faces/openai'],
  'faces/search-apis': ['core', 'answer', 'faces/http', 'faces/openai'],
  'faces/cli': ['core', 'answer'],
};
/** The answer knows its steps only by their interfaces. */
const interfaces: ReadonlySet<string> = new Set([
  'src/search/search.ts',
  'src/search/backend.ts',
  'src/read/reading.ts',
  'src/write/condenser.ts',
  'src/write/researcher.ts',
  'src/write/writer.ts',
]);

/** The name of a file's folder below `src`, two levels deep for faces, empty for files of the top layer. */
export function layerFolderOf(path: string): string {
  const folders = dirname(path).split('/').slice(1);
  return folders[0] === 'faces' ? folders.slice(0, 2).join('/') : (folders[0] ?? '');
}

/** Whether a folder belongs to one of the layers. */
export function hasLayer(folder: string): boolean {
  return folder === '' || mayImport[folder] !== undefined;
}

/** The imports that violate the layers, as `file -> file`. */
export function upwardImports(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => path.startsWith('src/') && layerFolderOf(path) !== '')
    .flatMap(({ path, imports }) =>
      imports.filter((target) => !isAllowed(path, target)).map((target) => `${path} -> ${target}`),
    );
}

function isAllowed(path: string, target: string): boolean {
  const [from, to] = [layerFolderOf(path), layerFolderOf(target)];
  if (from === to || (mayImport[from] ?? []).includes(to)) return true;
  return from === 'answer' && interfaces.has(target);
}

/** The files that build the service: `assemble.ts` and the files next to it that it uses. */
export function compositionRoot(files: readonly SourceFile[]): readonly SourceFile[] {
  const beside = new Map(
    files.filter(({ path }) => layerFolderOf(path) === '').map((file) => [file.path, file]),
  );
  const found = new Set<SourceFile>();
  const open = ['src/assemble.ts'];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const file = beside.get(path);
    if (file === undefined || found.has(file)) continue;
    found.add(file);
    open.push(...file.imports);
  }
  return [...found];
}
