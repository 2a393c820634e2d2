// How often the passages of the demo have the answer, offline: `npm run bench -- demo`. It starts the real service,
// asks the questions in bench/demo/ over HTTP and looks for the accepted answers in what is quoted, up to three
// passages. The documents were worded with the even ids of `answerable.json` in mind; `held-out-answerable` is
// about other countries and packages. `strangers` are questions of readers who had not seen the documents, and
// `other-languages` are in ten other languages than the documents', which need a model. `--show NAME` prints
// the questions of that file that failed.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startDemo } from '../src/commands/demo.ts';
import { printLines } from './table.ts';

const LEAST_SHARE = 0.8;
const BUSY = 503;
const ATTEMPTS = 40;
const RETRY_MS = 250;

const { values } = parseArgs({ options: { show: { type: 'string', default: '' } } });

const written = z.object({ question: z.string(), accept: z.array(z.string()).default([]) });
type Question = z.infer<typeof written>;

const read = (name: string) => readFileSync(new URL(`demo/${name}`, import.meta.url), 'utf8');
const fromArray = (name: string) => z.array(written).parse(JSON.parse(read(name)));
const fromLines = (name: string) =>
  read(name)
    .trim()
    .split('\n')
    .map((line) => written.parse(JSON.parse(line)));
const files = {
  answerable: fromArray('answerable.json'),
  'held-out-answerable': fromArray('held-out-answerable.json'),
  strangers: fromLines('strangers.jsonl'),
  'other-languages': fromLines('other-languages.jsonl'),
};

const environment = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' };
const { service } = await startDemo({ environment, version: '0.0.0-bench', offline: true });
const lines = [];
for (const [name, all] of Object.entries(files)) {
  const questions = all.filter(({ accept }) => accept.length > 0);
  const found = await countFound(name, questions);
  const hasGoal = name !== 'other-languages';
  lines.push({
    name: `${name}: the answer is in the passages`,
    value: `${found} of ${questions.length}`,
    goal: hasGoal ? `at least ${100 * LEAST_SHARE} %` : '',
    isMet: !hasGoal || found >= LEAST_SHARE * questions.length,
  });
}
await service.stop();
if (!printLines(lines)) process.exitCode = 1;

async function countFound(name: string, questions: readonly Question[]): Promise<number> {
  let found = 0;
  for (const { question, accept } of questions) {
    const passages = await quotedFor(question);
    if (accept.some((each) => new RegExp(each, 'i').test(passages))) found++;
    else if (values.show === name) console.log(`${question} [${accept}]\n${passages}\n`);
  }
  return found;
}

/** The quotes of the reply as plain text. A busy machine gets a few more attempts. */
async function quotedFor(question: string, attempts = ATTEMPTS): Promise<string> {
  const response = await fetch(new URL(`/api/v1/query?q=${encodeURIComponent(question)}`, service.address), {
    headers: { accept: 'text/markdown' },
  });
  const markdown = await response.text();
  if (response.status === BUSY && attempts > 1) {
    await setTimeout(RETRY_MS);
    return quotedFor(question, attempts - 1);
  }
  const quotes = markdown.split('\n').filter((line) => line.startsWith('> '));
  return quotes.join('\n').replaceAll('**', '').replace(/\\(.)/g, '$1');
}
