import { parseArgs } from 'node:util';
import { printable } from './printable.ts';
import { wrongUsage } from './wrong-usage.ts';

/** What indexing a folder came to. */
export type IndexReport = {
  readonly indexed: number;
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
};

/** Writes the documents of a folder into an index file. */
export type IndexFolder = (
  order: { readonly folder: string; readonly file: string; readonly baseUrl?: string },
  signal: AbortSignal,
) => Promise<IndexReport>;

const USAGE = 'sayso index FOLDER --to FILE [--base-url URL]';

/** `sayso index FOLDER --to FILE`: makes the index a collection slot searches. Returns the exit status. */
export async function indexCommand(
  args: readonly string[],
  index: IndexFolder,
  signal: AbortSignal,
): Promise<number> {
  const order = parseIndexArgs(args);
  const report = await index(order, signal);
  for (const { path, reason } of report.refused) console.error(printable(`${path}: ${reason}`));
  const documents = report.indexed === 1 ? 'document' : 'documents';
  console.log(`${report.indexed} ${documents} in ${order.file}, ${report.refused.length} refused.`);
  console.log(`Search it with SEARCH_PRIMARY_KIND=collection SEARCH_PRIMARY_URL=file:${order.file}`);
  return report.indexed > 0 ? 0 : 1;
}

function parseIndexArgs(args: readonly string[]) {
  const options = { to: { type: 'string' }, 'base-url': { type: 'string' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0 || values.to === undefined)
      throw new Error('FOLDER and --to FILE are needed.');
    const baseUrl = values['base-url'];
    return { folder, file: values.to, ...(baseUrl !== undefined && { baseUrl }) };
  } catch (error) {
    throw wrongUsage(USAGE, error);
  }
}
