import { layerFolderOf } from './layers.ts';
import { countLines, type SourceFile } from './tree.ts';

/**
 * The lines that each folder of `src` may have, without tests and data. A folder that needs more is divided,
 * rests on a library from npm, or has its number raised in a commit that says why.
 */
const budgets: Readonly<Record<string, number>> = {
  admission: 550,
  answer: 4575,
  cache: 850,
  commands: 1550,
  config: 1850,
  core: 1360,
  documents: 2750,
  'interfaces/conversation': 850,
  'interfaces/http': 2160,
  'interfaces/mcp': 1360,
  'interfaces/ollama': 390,
  'interfaces/openai': 2360,
  'interfaces/rest': 1720,
  'interfaces/search-apis': 1195,
  'interfaces/site': 1045,
  'interfaces/wyoming': 475,
  'lib/article': 5235,
  'lib/instant': 2290,
  'lib/markdown': 3115,
  'lib/passages': 2320,
  'lib/pdf': 1225,
  'lib/speech': 2445,
  'lib/text': 1670,
  'lib/verdicts': 3340,
  models: 3425,
  net: 1915,
  observe: 1650,
  package: 60,
  read: 800,
  render: 130,
  search: 4440,
  service: 1160,
  src: 250,
  write: 3765,
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
