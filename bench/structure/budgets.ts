import { layerFolderOf } from './layers.ts';
import { countLines, type SourceFile } from './tree.ts';

/**
 * The lines that each folder of `src` may have, without tests and data. A folder that needs more is divided,
 * rests on a library from npm, or has its number raised in a commit that says why.
 */
const budgets: Readonly<Record<string, number>> = {
  admission: 565,
  answer: 4600,
  cache: 855,
  commands: 2875,
  config: 2405,
  core: 1485,
  documents: 2725,
  eval: 2260,
  'interfaces/conversation': 845,
  'interfaces/http': 2090,
  'interfaces/mcp': 1350,
  'interfaces/ollama': 360,
  'interfaces/openai': 2195,
  'interfaces/rest': 1895,
  'interfaces/search-apis': 1085,
  'interfaces/site': 1050,
  'interfaces/wyoming': 475,
  'lib/article': 5045,
  'lib/instant': 2425,
  'lib/markdown': 3310,
  'lib/passages': 2600,
  'lib/pdf': 1230,
  'lib/speech': 2355,
  'lib/text': 2275,
  'lib/verdicts': 3245,
  models: 3670,
  net: 2275,
  observe: 1660,
  package: 60,
  read: 1607,
  render: 130,
  search: 6070,
  service: 1600,
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
