// Changes one place in the code at a time and checks whether a test notices: `npm run test:mutants --
// [--seed 1] [--count 150] [--folder cache] [--file src/cache/cache.ts] [--tests 6] [--near] [--service 3]
// [--list]`. The sample has equally many mutants from each folder. `--near` runs only the quick tests next to
// the code, and `--service` some tests of the whole service if those notice nothing.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createRelatedTests } from '../support/related-tests.ts';
import { createRuns } from './coverage.ts';
import { type Mutant, mutantsOf, ROOT_FILES, sourceFilesIn } from './find-mutants.ts';
import { describe, report, type Tried, verdict } from './report.ts';
import { sample } from './sample.ts';
import { root, tryMutant, unsoundTests } from './try-mutant.ts';

const FOLDERS: readonly string[] = [
  'admission',
  'answer',
  'cache',
  'commands',
  'config',
  'core',
  'documents',
  'interfaces',
  'keys',
  'packages',
  'models',
  'net',
  'observe',
  'read',
  'render',
  'search',
  'service',
  'write',
  ROOT_FILES,
];
/** Half of the cores: a test with its own servers and threads uses more than one. */
const AT_A_TIME = Math.max(1, Math.floor(availableParallelism() / 2));
/** How many of the nearest tests are considered for a mutant. */
const CONSIDERED = 20;
/** The same number for tests of the whole service: finding out what each of them runs takes long. */
const SERVICE_CONSIDERED = 8;
/** The number of tests to run if none of them is known to run the changed place. */
const WITHOUT_COVERAGE = 2;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '150' },
    folder: { type: 'string', multiple: true, default: [...FOLDERS] },
    file: { type: 'string', multiple: true },
    tests: { type: 'string', default: '6' },
    'timeout-seconds': { type: 'string', default: '60' },
    near: { type: 'boolean', default: false },
    service: { type: 'string', default: '0' },
    list: { type: 'boolean', default: false },
  },
});

const timeoutMs = Number(values['timeout-seconds']) * 1000;
const mutants = chosen();
if (values.list) process.stdout.write(`${mutants.map(describe).join('\n')}\n`);
else await tryAll();

/**
 * Equally many from each folder, and one more from the first ones if the count cannot be divided evenly. The
 * folders take turns, so that a run that is stopped early gives as much information about each of them.
 */
function chosen(): readonly Mutant[] {
  const folders = values.folder;
  const count = Number(values.count);
  const ofFile = values.file?.flatMap((file) => mutantsOf(root, file));
  if (ofFile !== undefined) return sample(ofFile, count, Number(values.seed));
  const byFolder = folders.map((folder, index) => {
    const all = sourceFilesIn(root, folder).flatMap((file) => mutantsOf(root, file));
    const share = Math.floor(count / folders.length) + (index < count % folders.length ? 1 : 0);
    return sample(all, share, Number(values.seed) + index);
  });
  const turns = Array.from({ length: Math.max(...byFolder.map(({ length }) => length)) }, (_, turn) => turn);
  return turns.flatMap((turn) => byFolder.flatMap((ofFolder) => ofFolder[turn] ?? []));
}

/**
 * The nearest tests that run the changed place, because only such a test can kill the mutant; then, on
 * request, the tests of the whole service that run it.
 */
function createTestsFor(): (mutant: Mutant) => Generator<string> {
  const relatedTests = createRelatedTests(root);
  const runs = createRuns(root, timeoutMs);
  return function* ({ file, start }) {
    const related = relatedTests(file);
    const isNear = (test: string) => !test.startsWith('test/');
    const first = values.near ? related.filter(isNear) : related;
    const given = new Set<string>();
    const thatRunIt = function* (tests: readonly string[], count: number) {
      for (const test of tests.slice(0, CONSIDERED)) {
        if (given.size === count) return;
        if (given.has(test) || !runs(test, file, start)) continue;
        given.add(test);
        yield test;
      }
    };
    yield* thatRunIt(first, Number(values.tests));
    const service = related.filter((test) => !isNear(test));
    yield* thatRunIt(service.slice(0, SERVICE_CONSIDERED), given.size + Number(values.service));
    // A process that is killed leaves no record of what it ran.
    if (given.size === 0) yield* first.slice(0, WITHOUT_COVERAGE);
  };
}

async function tryAll(): Promise<void> {
  const testsFor = createTestsFor();
  const tried: Tried[] = [];
  const queue = mutants.values();
  const work = async () => {
    for (const mutant of queue) {
      const outcome = await tryMutant(mutant, testsFor(mutant), { root, timeoutMs });
      tried.push({ mutant, outcome });
      process.stderr.write(`${tried.length}/${mutants.length} ${verdict(outcome)} ${describe(mutant)}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  const folders = FOLDERS.filter((folder) => tried.some(({ mutant }) => mutant.folder === folder));
  process.stdout.write(`${report(tried, folders)}\n`);
  const unsound = await unsoundTests();
  if (unsound.length > 0)
    process.stdout.write(
      `\nNot counted, because they fail or take too long without a mutant: ${unsound.join(', ')}\n`,
    );
}
