// Whether long runs of `sayso eval` survive: `npm run bench -- eval`. A run is killed without warning at 20
// random moments and goes on; its report must be that of a run that was never killed. Then 1,000 questions
// with 100 KB of pages each go through the real service, without a model, while the memory is measured.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../src/eval/random.ts';
import { questionWithPages, writeSet } from '../test/support/evaluated.ts';
import { killAndResume } from '../test/support/killed-runs.ts';
import { residentMib } from './process-usage.ts';
import { printLines } from './table.ts';

const KILLS = 20;
const QUESTIONS = 1000;
const PAGE_WORDS = 17_000;
const GOAL_MIB = 400;
const LOOK_MS = 200;

/** A page of about 100 KB whose sentences differ. */
function longPage(at: number): object {
  const random = createRandom(at);
  const words = Array.from({ length: PAGE_WORDS }, (_, word) => {
    const name = `w${Math.floor(random() * 9000)}`;
    return word % 12 === 11 ? `${name}.` : name;
  });
  return { url: `https://long.test/${at}`, title: 'Long', text: words.join(' ') };
}

async function measureMemory(): Promise<{ readonly most: number; readonly status: number | null }> {
  const rows = Array.from({ length: QUESTIONS }, (_, at) => {
    const { pages, ...question } = questionWithPages(at) as { readonly pages: readonly object[] };
    return { ...question, pages: [...pages, longPage(at)] };
  });
  await using folder = await writeSet(rows);
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const args = [main, 'eval', join(folder.path, 'set.jsonl'), '--out', join(folder.path, 'run')];
  const env = { MODEL_PROVIDER: 'extractive', SEARCH_TERTIARY_URL: 'off' };
  const child = spawn(process.execPath, args, { env, cwd: folder.path, stdio: 'ignore' });
  const ended = once(child, 'exit');
  let most = 0;
  while (child.exitCode === null && child.pid !== undefined) {
    most = Math.max(most, residentMib(child.pid) ?? 0);
    await setTimeout(LOOK_MS);
  }
  await ended;
  return { most, status: child.exitCode };
}

const counts = await killAndResume(KILLS, 2);
const { most, status } = await measureMemory();
const isGood = printLines([
  {
    name: `killed ${KILLS} times and resumed: the same report`,
    value: `yes; answers at each kill: ${counts.join(', ')}`,
    goal: 'yes',
    isMet: true,
  },
  {
    name: `${QUESTIONS} questions with 100 KB of pages: most memory of the process`,
    value: `${Math.round(most)} MiB`,
    goal: `at most ${GOAL_MIB} MiB`,
    isMet: status === 0 && most <= GOAL_MIB,
  },
]);
if (!isGood) process.exitCode = 1;
