import type { FolderOrder, indexFolder } from '@sayso/collections';
import { parseOptions, wrongUsage } from './help.ts';
import { printable } from './printable.ts';

/** The outcome of indexing a folder, as far as it is printed. */
type IndexSummary = Omit<Awaited<ReturnType<typeof indexFolder>>, 'bytes'>;

/** Updates the index of a folder. */
type IndexFolder = (order: Omit<FolderOrder, 'embedding'>, signal: AbortSignal) => Promise<IndexSummary>;

const USAGE = 'sayso index FOLDER --to FILE [--base-url URL] [--rebuild]';
/** Printing a line for each of thousands of small files would cost more than reading them. */
const PROGRESS_EVERY_MS = 100;
const DEFAULT_COLUMNS = 80;

/**
 * `sayso index FOLDER --to FILE`: makes or updates the index that a collection slot searches. Lists every
 * skipped file with the reason on standard error, and shows progress there if it is a terminal. Returns the
 * exit status.
 */
export async function indexCommand(
  args: readonly string[],
  index: IndexFolder,
  signal: AbortSignal,
): Promise<number> {
  const order = parseIndexArgs(args);
  const report = await withProgress((onProgress) =>
    index(onProgress === null ? order : { ...order, onProgress }, signal),
  );
  for (const { path, remark } of report.remarks) console.error(printable(`${path}: ${remark}`));
  for (const { path, reason } of report.refused) console.error(printable(`${path}: skipped, ${reason}`));
  console.log(toSummary(report, order.file));
  if (report.vectors !== null) printVectors(report.vectors);
  console.log(
    `Search it with SEARCH_SECONDARY_KIND=collection SEARCH_SECONDARY_URL=${forShell(`file:${order.file}`)}`,
  );
  return 0;
}

/** The text, in quotes if a shell needs them; .env files accept the same quotes. */
function forShell(text: string): string {
  return /^[\w./:~@%+,-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function toSummary({ indexed, read, unchanged, removed, refused }: IndexSummary, file: string): string {
  const changes = [`${unchanged} unchanged`];
  if (removed > 0) changes.push(`${removed} removed`);
  changes.push(`${refused.length} skipped`);
  const files = `Read ${read} ${read === 1 ? 'file' : 'files'} (${changes.join(', ')})`;
  return `${files}; ${file} has ${indexed} ${indexed === 1 ? 'document' : 'documents'}.`;
}

function printVectors({ embedded, missing, cause, replaced }: NonNullable<IndexSummary['vectors']>): void {
  if (replaced !== null)
    console.error(
      printable(`The vectors of ${replaced || 'another model'} were replaced, since EMBED_URL has changed.`),
    );
  console.log(`Embedded ${embedded} new ${embedded === 1 ? 'text' : 'texts'}.`);
  if (missing > 0)
    console.error(
      printable(
        `Texts without a vector: ${missing}, since the embedding model failed (${cause}). ` +
          'Run the command again.',
      ),
    );
}

/** Calls `run` with a function that shows progress, or null if standard error is not a terminal. */
async function withProgress<T>(
  run: (onProgress: NonNullable<FolderOrder['onProgress']> | null) => Promise<T>,
): Promise<T> {
  const { stderr } = process;
  if (!stderr.isTTY) return run(null);
  let shownAtMs = Number.NEGATIVE_INFINITY;
  try {
    return await run((done, total, path) => {
      if (performance.now() - shownAtMs < PROGRESS_EVERY_MS) return;
      shownAtMs = performance.now();
      const line = printable(`${done} of ${total} files: ${path}`).replaceAll('\n', ' ');
      stderr.write(`\r\u001b[K${line.slice(0, (stderr.columns || DEFAULT_COLUMNS) - 1)}`);
    });
  } finally {
    stderr.write('\r\u001b[K');
  }
}

function parseIndexArgs(args: readonly string[]) {
  const { values, positionals } = parseOptions(args, USAGE, {
    to: { type: 'string' },
    'base-url': { type: 'string' },
    rebuild: { type: 'boolean', default: false },
  });
  const { to: file, rebuild, 'base-url': baseUrl } = values;
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0 || file === undefined)
    throw wrongUsage(USAGE, new Error('FOLDER and --to FILE are needed.'));
  return { folder, file, rebuild, ...(baseUrl !== undefined && { baseUrl }) };
}
