import { parseArgs } from 'node:util';
import { wrongUsage } from './help.ts';
import { printable } from './printable.ts';

/** The outcome of indexing a folder. */
export type IndexSummary = {
  readonly indexed: number;
  /** Files read into the index in this run. */
  readonly read: number;
  /** Files in the index that had not changed since the last run. */
  readonly unchanged: number;
  /** Documents whose file no longer exists. */
  readonly removed: number;
  /** Everything that was skipped, with the reason. */
  readonly refused: readonly { readonly path: string; readonly reason: string }[];
  /** Text that was left out of documents when they were read. */
  readonly remarks: readonly { readonly path: string; readonly remark: string }[];
  /** How many texts were embedded or not, why not, and whose vectors were replaced; null without a model. */
  readonly vectors: {
    readonly embedded: number;
    readonly missing: number;
    readonly cause: string;
    readonly replaced: string | null;
  } | null;
};

/** Updates the index of a folder. */
export type IndexFolder = (
  order: {
    readonly folder: string;
    readonly file: string;
    readonly baseUrl?: string;
    readonly rebuild?: boolean;
    readonly onProgress?: (done: number, total: number, path: string) => void;
  },
  signal: AbortSignal,
) => Promise<IndexSummary>;

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
  console.log(summary(report, order.file));
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

function summary({ indexed, read, unchanged, removed, refused }: IndexSummary, file: string): string {
  const changes = [`${unchanged} unchanged`];
  if (removed > 0) changes.push(`${removed} removed`);
  changes.push(`${refused.length} skipped`);
  const files = `Read ${read} ${read === 1 ? 'file' : 'files'} (${changes.join(', ')})`;
  return `${files}; ${file} has ${indexed} ${indexed === 1 ? 'document' : 'documents'}.`;
}

function printVectors({ embedded, missing, cause, replaced }: NonNullable<IndexSummary['vectors']>): void {
  if (replaced !== null)
    console.error(
      printable(
        `The vectors of ${replaced || 'another model'} were replaced, since EMBED_MODEL has changed.`,
      ),
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
  run: (onProgress: ((done: number, total: number, path: string) => void) | null) => Promise<T>,
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
  const options = {
    to: { type: 'string' },
    'base-url': { type: 'string' },
    rebuild: { type: 'boolean' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0 || values.to === undefined)
      throw new Error('FOLDER and --to FILE are needed.');
    const baseUrl = values['base-url'];
    const { rebuild = false } = values;
    return { folder, file: values.to, rebuild, ...(baseUrl !== undefined && { baseUrl }) };
  } catch (error) {
    throw wrongUsage(USAGE, error);
  }
}
