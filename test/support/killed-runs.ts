import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../packages/eval/run.ts';
import { answerWith, startChatServer } from './chat-server.ts';
import { questionWithPages, shipOf, writeSet } from './evaluated.ts';
import { refusing } from './model-server.ts';
import { until } from './until.ts';

const main = fileURLToPath(new URL('../../bin/sayso.js', import.meta.url));
const QUESTIONS = 60;
const CONCURRENCY = ['--concurrency', '3'];

/**
 * Runs `sayso eval` in a process of its own, kills it without warning after a random number of answers,
 * `kills` times, and lets this process go on to the end. The report must be that of a run that was never
 * killed. Returns how many answers were there at each kill.
 */
export async function killAndResume(kills: number, seed: number): Promise<readonly number[]> {
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
