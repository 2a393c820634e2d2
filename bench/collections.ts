// How an index grows: `npm run bench -- collections --data FOLDER`, the folder laid out as for the bench `select`. Writes
// passages, made from its pages by varying names and numbers, and asks with eight questions at a time.
//
//   --passages N,N   measures at these sizes, the smallest first; 10,000 and 100,000 if absent
//   --to PLACE       a new file or the address of an empty database of PostgreSQL; may be given several times. If absent,
//                    a file, and a PostgreSQL of its own that does not wait for the disk
//   --set NAME       only the pages of this set
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isPostgres, openStore } from '@sayso/collections';
import { noPostgres, startPostgres } from '../test/support/postgres.ts';
import { openPassages } from './collections/passages.ts';
import { residentMib } from './process-usage.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { printLines } from './table.ts';

const DOCUMENTS_AT_ONCE = 100;
const PASSAGES_PER_DOCUMENT = 2;
const MILLION = 1_000_000;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    passages: { type: 'string', default: '10000,100000' },
    to: { type: 'string', multiple: true, default: [] },
    set: { type: 'string', default: 'rtqa2' },
  },
});
const questions = existsSync(values.data)
  ? readQuestionSets(values.data, [values.set], 1).flatMap((set) => set.questions)
  : [];
if (questions.length === 0) {
  console.error('No data: give --data with the folder that contains selection/.');
  process.exit(2);
}
const { documentAt, questionsFor, originals } = openPassages(questions);
const sizes = values.passages.split(',').map(Number);
await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-bench-'));
await using server = values.to.length === 0 && noPostgres === false ? await startPostgres() : null;
const places =
  values.to.length > 0
    ? values.to
    : [
        join(folder.path, 'bench.sqlite'),
        ...(server === null ? [] : [server.addressOf(server.makeDatabase())]),
      ];

console.log(`${originals} documents of ${questions.length} questions are varied.\n`);
const lines = [];
for (const place of places) {
  const kind = isPostgres(place) ? 'PostgreSQL' : 'SQLite';
  const store = await openStore(place);
  let written = 0;
  for (const passages of sizes) {
    const target = passages / PASSAGES_PER_DOCUMENT;
    const source = await store.source('bench', `up to ${passages}`);
    const from = written;
    let tookMs = 0;
    let cpuOfWriting = 0;
    for (; written < target; written += DOCUMENTS_AT_ONCE) {
      const items = Array.from({ length: Math.min(DOCUMENTS_AT_ONCE, target - written) }, (_, at) => {
        const document = documentAt(written + at);
        return { key: document.path, mark: '1', hash: '1', is: 'document', document } as const;
      });
      const startedMs = performance.now();
      const startedCpu = process.cpuUsage();
      await source.write(items);
      tookMs += performance.now() - startedMs;
      const { user, system } = process.cpuUsage(startedCpu);
      cpuOfWriting += (user + system) / 1_000;
    }
    await source.sweep();
    if (kind === 'SQLite') await untilMerged(place);
    const speed = ((target - from) / tookMs) * 1_000;
    const bytes = (await sizeOf(place)) / passages;
    const file = join(folder.path, 'asked.json');
    await writeFile(file, JSON.stringify(questionsFor(target)));
    const asked = ask(place, file);
    const goal = passages >= MILLION;
    const name = `${kind}, ${passages.toLocaleString('en')} passages`;
    lines.push(
      line(`${name}: documents a second`, speed, 0, goal ? { atLeast: 300 } : {}),
      line(
        `${name}: the same, a second of this process on a core`,
        ((target - from) / cpuOfWriting) * 1_000,
        0,
        {},
      ),
      line(`${name}: bytes a passage on disk`, bytes, 0, {}),
      line(`${name}: search with eight at a time, median, ms`, asked.p50, 1, {}),
      line(`${name}: the same, 95th percentile, ms`, asked.p95, 1, goal ? { atMost: 60 } : {}),
      line(
        `${name}: growth of the process that searches, MiB`,
        asked.grownMib,
        0,
        goal ? { atMost: 60 } : {},
      ),
      line(`${name}: a page of the question among the first five, %`, asked.found * 100, 1, {}),
    );
    console.error(
      `${name}: ${JSON.stringify({ speed, cpuSpeed: ((target - from) / cpuOfWriting) * 1_000, bytes, ...asked, writerMib: residentMib(process.pid) })}`,
    );
  }
  await store.close();
}
printLines(lines);

function line(name: string, value: number, digits: number, goal: { atLeast?: number; atMost?: number }) {
  const { atLeast, atMost } = goal;
  const isMet = value >= (atLeast ?? -Infinity) && value <= (atMost ?? Infinity);
  const words =
    atLeast !== undefined ? `at least ${atLeast}` : atMost !== undefined ? `at most ${atMost}` : '';
  return { name, value: value.toFixed(digits), goal: words, isMet };
}

/** Waits until the index of words is one piece, as a service has it after a run. */
async function untilMerged(file: string): Promise<void> {
  using reader = new DatabaseSync(file, { readOnly: true });
  const pieces = reader.prepare('select count(distinct segid) as count from words_idx');
  while (Number(pieces.get()?.count) > 1) await setTimeout(500);
}

async function sizeOf(place: string): Promise<number> {
  if (!isPostgres(place)) return globSync(`${place}*`).reduce((sum, file) => sum + statSync(file).size, 0);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: place });
  await client.connect();
  const { rows } = await client.query<{ size: string }>(
    'select pg_database_size(current_database()) as size',
  );
  await client.end();
  return Number(rows[0]?.size);
}

type Asked = {
  readonly p50: number;
  readonly p95: number;
  readonly p95Cpu: number;
  readonly grownMib: number;
  readonly found: number;
};

/** Asks in a process of its own. */
function ask(place: string, file: string): Asked {
  const script = join(import.meta.dirname, 'collections/ask-store.ts');
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, place, file],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) throw new Error('The process that asks has failed.');
  return JSON.parse(stdout) as Asked;
}
