import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../packages/eval/random.ts';
import { answerWith, startChatServer } from '../support/chat-server.ts';
import { questionWithPages, shipOf, writeSet } from '../support/evaluated.ts';
import { refusing } from '../support/model-server.ts';
import { until } from '../support/until.ts';

test('a run that is killed at random moments and resumed has the report of one that was not', async () => {
  const counts = await killAndResume(2, 1);
  assert.equal(counts.length, 2);
});

/** Reads every question of a set, as a run does. */
const READ_ALL = `
const [path, src] = process.argv.slice(-2);
const { openSet } = await import(src + 'sets.ts');
const { runEach } = await import(src + 'run-each.ts');
const set = await openSet({ path, pagesPath: null, count: null, seed: 1 });
let done = 0;
const work = async () => void done++;
await runEach({ items: set.questions(), concurrency: 4, work }, new AbortController().signal);
console.log(done);
`;

test('a thousand questions with 130 MB of pages are asked with 48 MB of memory', async () => {
  const long = { url: 'https://long.test/', title: 'Long', text: 'A long page. '.repeat(10_000) };
  const rows = Array.from({ length: 1000 }, (_, at) => ({ ...questionWithPages(at), pages: [long] }));
  await using folder = await writeSet(rows);
  const src = new URL('../../packages/eval/', import.meta.url).href;
  const options = ['--max-old-space-size=48', '--input-type=module', '--eval', READ_ALL];
  const child = spawn(process.execPath, [...options, '--', join(folder.path, 'set.jsonl'), src]);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(out.trim(), '1000', errors.slice(0, 2000));
});

const main = fileURLToPath(new URL('../../bin/sayso.js', import.meta.url));
const QUESTIONS = 60;
const CONCURRENCY = ['--concurrency', '3'];

/**
 * Runs `sayso eval` in a process of its own, kills it without warning after a random number of answers,
 * `kills` times, and lets this process go on to the end. The report must be that of a run that was never
 * killed. Returns how many answers were there at each kill.
 */
async function killAndResume(kills: number, seed: number): Promise<readonly number[]> {
  await using model = await startChatServer((response, call, count) => {
    const ship = shipOf(call);
    if (ship % 10 === 7) refusing(400)(response, call, count);
    else answerWith(response, [ship % 3 === 0 ? 'I do not know.' : `It is Marigold ${ship} [1].`]);
  });
  await using folder = await writeSet(Array.from({ length: QUESTIONS }, (_, at) => questionWithPages(at)));
  const environment = { MODEL_BASE_URL: model.url, MODEL_NAME: 'scripted' };
  const runWhole = (out: string) => folder.run(['--resume', ...CONCURRENCY], { environment, out });
  const start = () => {
    const args = [main, 'eval', join(folder.path, 'set.jsonl'), '--out', join(folder.path, 'killed')];
    const env = { ...environment, SEARCH_TERTIARY_URL: 'off' };
    const options = { env, cwd: folder.path, stdio: 'ignore' } as const;
    return spawn(process.execPath, [...args, '--resume', ...CONCURRENCY], options);
  };
  const countAnswers = () => {
    const file = join(folder.path, 'killed', 'answers.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  };
  const random = createRandom(seed);
  const counts: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const before = countAnswers();
    const child = start();
    const ended = once(child, 'exit');
    const wanted = before + 1 + Math.floor((random() * 1.5 * QUESTIONS) / kills);
    await until(() => countAnswers() >= wanted || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
    counts.push(countAnswers());
  }
  for (const out of ['killed', 'whole']) assert.equal((await runWhole(out)).status, 0);
  assert.deepEqual(reportIn(join(folder.path, 'killed')), reportIn(join(folder.path, 'whole')));
  return counts;
}

/** The figures of a run. */
function reportIn(path: string): unknown {
  const report = JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
  assert.equal(report.summary.questions, QUESTIONS);
  return report;
}
