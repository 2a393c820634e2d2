import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { findInstant } from '@sayso/instant/find-instant.ts';

// Which questions of public sets are answered without a search, although all of them need one, and the time
// per question. `--data DIR` names a folder with `qa-only/*.jsonl.gz`, whose lines have `question` or
// `problem`.
const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/data' } } });
const folder = join(values.data, 'qa-only');
if (!existsSync(folder)) throw new Error(`There is no folder ${folder}. Name another one with --data.`);

const nowMs = Date.now();
let [count, fired, tookMs] = [0, 0, 0];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')))
  for (const question of questionsOf(gunzipSync(readFileSync(join(folder, file))).toString())) {
    const startedAtMs = performance.now();
    const found = findInstant(question, { nowMs });
    tookMs += performance.now() - startedAtMs;
    count++;
    if (found === null) continue;
    fired++;
    console.log(`${question} -> ${found.text}`);
  }
console.log(`| questions answered without a search, although they need one | ${fired} of ${count} |`);
console.log(`| time per question | ${(tookMs / Math.max(1, count)).toFixed(1)} ms |`);

function questionsOf(lines: string): readonly string[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { readonly question?: string; readonly problem?: string })
    .flatMap(({ question, problem }) => question ?? problem ?? []);
}
