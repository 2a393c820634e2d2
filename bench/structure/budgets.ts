import { layerFolderOf } from './layers.ts';
import { countLines, type SourceFile } from './tree.ts';

/**
 * The lines that each folder of `src` may have, without tests and data. A folder that needs more is divided,
 * rests on a library from npm, or has its number raised in a commit that says why.
 */
const budgets: Readonly<Record<string, number>> = {
  admission: 557,
  answer: 4536,
  cache: 809,
  commands: 1855,
  config: 2308,
  core: 1457,
  documents: 2577,
  eval: 2178,
  'interfaces/conversation': 800,
  'interfaces/http': 2005,
  'interfaces/mcp': 1288,
  'interfaces/ollama': 345,
  'interfaces/openai': 2156,
  'interfaces/rest': 1901,
  'interfaces/search-apis': 1095,
  'interfaces/site': 1099,
  'interfaces/wyoming': 455,
  'lib/article': 4902,
  'lib/instant': 2504,
  'lib/markdown': 3207,
  'lib/passages': 2743,
  'lib/pdf': 1208,
  'lib/speech': 2279,
  'lib/text': 2402,
  'lib/verdicts': 3408,
  models: 3497,
  net: 2185,
  observe: 1603,
  package: 60,
  read: 2568,
  render: 140,
  search: 5887,
  service: 1722,
  src: 204,
  write: 4784,
};

/** A folder with its lines, and the lines it may have. */
export type FolderSize = { readonly folder: string; readonly lines: number; readonly budget: number };

/** Every folder with its lines; a folder without a budget may have none. */
export function folderSizes(files: readonly SourceFile[]): readonly FolderSize[] {
  const source = files.filter(({ path }) => path.startsWith('src/'));
  const byFolder = Map.groupBy(source, ({ path }) => layerFolderOf(path) || 'src');
  return [...byFolder]
    .map(([folder, members]) => ({
      folder,
      lines: members.reduce((sum, { text }) => sum + countLines(text), 0),
      budget: budgets[folder] ?? 0,
    }))
    .sort((a, b) => b.lines - a.lines);
}
