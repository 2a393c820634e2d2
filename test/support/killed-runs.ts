import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from '../../src/eval/random.ts';
import { answerWith, startChatServer } from './chat-server.ts';
import { questionWithPages, shipOf, writeSet } from './evaluated.ts';
import { refusing } from './model-server.ts';
import { until } from './until.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const QUESTIONS = 60;

/**
 * Runs `sayso eval` in a process of its own, kills it without warning after a random number of answers,
 * `kills` times, and lets it go on to the end. The report must be that of a run that was never killed, except
 * for the times. Returns how many answers were there at each kill.
 */
export async function killAndResume(kills: number, seed: number): Promise<readonly number[]> {
  await using model = await startChatServer((response, call, count) => {
    const ship = shipOf(call);
    if (ship % 10 === 7) refusing(400)(response, call, count);
    else answerWith(response, [ship % 3 === 0 ? 'I do not know.' : `It is Marigold ${ship} [1].`]);
  });
  await using folder = await writeSet(Array.from({ length: QUESTIONS }, (_, at) => questionWithPages(at)));
  const environment = { MODEL_BASE_URL: model.url, MODEL_NAME: 'scripted' };
  const start = (out: string) => {
    const args = [main, 'eval', join(folder.path, 'set.jsonl'), '--out', join(folder.path, out)];
    const env = { ...environment, SEARCH_TERTIARY_URL: 'off' };
    const options = { env, cwd: folder.path, stdio: 'ignore' } as const;
    return spawn(process.execPath, [...args, '--resume', '--concurrency', '3'], options);
  };
  const answersIn = (out: string) => {
    const file = join(folder.path, out, 'answers.jsonl');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
  };
  const random = createRandom(seed);
  const counts: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const before = answersIn('killed');
    const child = start('killed');
    const ended = once(child, 'exit');
    const wanted = before + 1 + Math.floor((random() * 1.5 * QUESTIONS) / kills);
    await until(() => answersIn('killed') >= wanted || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
    counts.push(answersIn('killed'));
  }
  for (const out of ['killed', 'whole']) assert.deepEqual(await once(start(out), 'exit'), [0, null]);
  assert.deepEqual(reportIn(join(folder.path, 'killed')), reportIn(join(folder.path, 'whole')));
  return counts;
}

/** The report of a run without its times. */
function reportIn(path: string): unknown {
  const report = JSON.parse(readFileSync(join(path, 'report.json'), 'utf8'));
  assert.equal(report.summary.questions, QUESTIONS);
  return { ...report, summary: { ...report.summary, firstMs: null, totalMs: null } };
}
