import { layerFolderOf } from './layers.ts';
import { countLines, type SourceFile } from './tree.ts';

/**
 * The lines that each folder of `src` may have, without tests and data. A folder that needs more is divided,
 * rests on a library from npm, or has its number raised in a commit that says why.
 */
const budgets: Readonly<Record<string, number>> = {
  admission: 560,
  answer: 4552,
  cache: 805,
  commands: 2875,
  config: 2365,
  core: 1405,
  documents: 2630,
  eval: 2245,
  'interfaces/conversation': 835,
  'interfaces/http': 2045,
  'interfaces/mcp': 1325,
  'interfaces/ollama': 360,
  'interfaces/openai': 2170,
  'interfaces/rest': 1891,
  'interfaces/search-apis': 1075,
  'interfaces/site': 1050,
  'interfaces/wyoming': 470,
  'lib/article': 4890,
  'lib/instant': 2426,
  'lib/markdown': 3190,
  'lib/passages': 2638,
  'lib/pdf': 1205,
  'lib/speech': 2237,
  'lib/text': 2250,
  'lib/verdicts': 3170,
  models: 3575,
  net: 2215,
  observe: 1610,
  package: 60,
  read: 2240,
  render: 130,
  search: 5965,
  service: 1595,
  src: 215,
  write: 4875,
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
