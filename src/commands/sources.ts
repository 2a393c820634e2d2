import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  CollectionProblem,
  type CollectionSettings,
  isPostgres,
  kindOfPlace,
  moveAll,
  refresh,
  type SourceStatus,
  type Store,
  sourcesSchema,
  statusOf,
  withSource,
} from '@sayso/collections';
import type { Settings } from '../config/settings.ts';
import { Failure } from '../core/failure.ts';
import { asMisconfigured } from '../documents/collection.ts';
import { copiesOf, indexOf, namesOf, openIndex, openReading, readSources } from '../service/own-web.ts';
import { parseOptions, wrongUsage } from './help.ts';
import { printable } from './printable.ts';

const USAGE =
  'sayso sources status|run [NAME]|check|add PLACE|move FROM TO|schema [--file FILE] [--to COLLECTION]';
const USUAL_FILE = 'sources.yml';
const MAX_REASONS = 10;

/** What the command needs of the program. */
type SourcesParts = {
  readonly args: readonly string[];
  readonly settings: Settings;
  readonly userAgent: string;
};

/**
 * `sayso sources`: shows how the sources are, looks at them now, checks the file, adds a source to it, or moves the index.
 * Returns the exit status: 1 if a source has failed.
 */
export async function sourcesCommand(parts: SourcesParts, signal: AbortSignal): Promise<number> {
  const { values, positionals } = parseOptions(parts.args, USAGE, {
    file: { type: 'string' },
    to: { type: 'string' },
  });
  const [action, ...names] = positionals;
  const file = values.file ?? parts.settings.sourcesFile ?? USUAL_FILE;
  if (action === 'add') return await add(file, names, values.to);
  if (values.to !== undefined) throw wrongUsage(USAGE, new Error('--to belongs to add.'));
  if ((action === 'status' || action === 'check') && names.length === 0)
    return await withStore(file, parts, (opened) => show(opened, { reasons: action === 'check' }));
  if (action === 'move') return await move(names, signal);
  if (action === 'schema' && names.length === 0) {
    console.log(JSON.stringify(sourcesSchema(), null, 2));
    return 0;
  }
  if (action === 'run' && names.length < 2) return await run(file, names[0], parts, signal);
  throw wrongUsage(USAGE);
}

type Opened = {
  readonly collections: readonly CollectionSettings[];
  readonly store: Store;
  readonly index: string;
};

async function withStore(
  file: string,
  { settings }: Pick<SourcesParts, 'settings'>,
  show: (opened: Opened) => Promise<number>,
): Promise<number> {
  const sources = await readSources(file, settings);
  const index = indexOf(file, sources);
  const store = await openIndex(index);
  try {
    return await show({ collections: sources.collections, store, index });
  } catch (error) {
    throw asMisconfigured(error);
  } finally {
    await store.close();
  }
}

/** How the sources are, on request with what was left out of them, and why. */
async function show(
  { collections, store }: Opened,
  { reasons }: { readonly reasons: boolean },
): Promise<number> {
  const all = await statusOf(collections, store);
  for (const status of all) {
    console.log(printable(inWords(status)));
    if (!reasons) continue;
    const own = await store.source(status.collection, status.source.name);
    for (const { key, reason } of await own.refusals(MAX_REASONS))
      console.log(printable(`  ${key}: ${reason}`));
    const more = status.counts.refused - MAX_REASONS;
    if (more > 0) console.log(`  and ${more} more`);
  }
  return all.some(({ state }) => state.problem !== null) ? 1 : 0;
}

function inWords({ collection, source, state, counts }: SourceStatus): string {
  const read = `${counts.documents} documents${counts.refused > 0 ? `, ${counts.refused} left out` : ''}`;
  const done = state.doneAtMs === null ? 'never read to the end' : `read ${ago(state.doneAtMs)}`;
  const problem = state.problem === null ? '' : `\n  fails: ${state.problem}`;
  return `${collection}: ${source.name}: ${read}; ${done}, next ${until(state.nextAtMs)}${problem}`;
}

function ago(atMs: number): string {
  return `${inUnits(Date.now() - atMs)} ago`;
}

function until(atMs: number): string {
  return atMs <= Date.now() ? 'now' : `in ${inUnits(atMs - Date.now())}`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function inUnits(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(1, Math.round(ms / 1_000))} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} h` : `${Math.round(ms / DAY_MS)} days`;
}

/** Looks at the sources now: at all of them, or at those of one name or collection. */
async function run(
  file: string,
  name: string | undefined,
  parts: Pick<SourcesParts, 'settings' | 'userAgent'>,
  signal: AbortSignal,
): Promise<number> {
  return await withStore(file, parts, async ({ collections, store, index }) => {
    const chosen = collections.flatMap(({ name: collection, sources }) =>
      sources
        .filter((source) => name === undefined || name === source.name || name === collection)
        .map((source) => ({ collection, source })),
    );
    if (chosen.length === 0)
      throw new Failure('invalid-question', `${file} has no source or collection named "${name}".`);
    await store.keepOnly(namesOf({ collections }));
    const reading = await openReading(parts.settings, parts.userAgent, copiesOf(file, index));
    await using closing = new AsyncDisposableStack();
    closing.defer(reading.close);
    let status = 0;
    for (const { collection, source } of chosen) {
      const own = await store.source(collection, source.name);
      const { isTaken, problem } = await refresh(source, own, reading, signal);
      if (isTaken) console.log(printable(`${collection}: ${source.name}: another process is reading it`));
      else
        console.log(
          printable(inWords({ collection, source, state: await own.state(), counts: await own.counts() })),
        );
      if (problem !== null) status = 1;
    }
    return status;
  });
}

/** Copies an index, a file or a PostgreSQL, into another one. */
async function move([from, to, ...more]: readonly string[], signal: AbortSignal): Promise<number> {
  if (from === undefined || to === undefined || more.length > 0)
    throw wrongUsage(USAGE, new Error('move takes two indexes: files, or addresses of PostgreSQL.'));
  if (!isPostgres(from) && !existsSync(from))
    throw new Failure('misconfigured', `There is no index at ${from}.`);
  await using stores = new AsyncDisposableStack();
  const open = async (place: string) => stores.adopt(await openIndex(place), (store) => store.close());
  try {
    const { sources, documents } = await moveAll(await open(from), await open(to), signal);
    console.log(
      `Moved ${documents} documents of ${sources} sources. Now set index: in the file of the sources.`,
    );
    return 0;
  } catch (error) {
    throw asMisconfigured(error);
  }
}

async function add(file: string, [place, ...more]: readonly string[], to = 'docs'): Promise<number> {
  if (place === undefined || more.length > 0)
    throw wrongUsage(USAGE, new Error('add takes one folder or address.'));
  try {
    const kind = kindOfPlace(place);
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const written = kind === 'folder' ? resolve(place) : place;
    await writeFile(file, withSource(text, { place: written, kind, collection: to }));
    const noun = kind === 'git' ? 'repository' : kind;
    console.log(printable(`Added the ${noun} ${written} to the collection "${to}" in ${file}.`));
    console.log(`Use it with SOURCES_FILE=${file}`);
    return 0;
  } catch (error) {
    if (error instanceof CollectionProblem) throw new Failure('misconfigured', error.message);
    throw error;
  }
}
