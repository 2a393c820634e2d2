// How much of the answer to a question the context contains: `npm run bench:select -- --data FOLDER [--dump
// FILE]`, the folder laid out as `rtqa/`, `wice/`, `rgb/` with `.jsonl.gz` files and `inject/`. Baselines are
// measured in the same run. `--dump` writes what was selected, one `{id, budget, segments: [{page, text}]}`
// per line, so that anyone can score it differently.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstCharacters, lexicalReference, type Method } from './select/baselines.ts';
import { readChineseQuestions, saysOneOf } from './select/chinese.ts';
import { createJudge } from './select/judge.ts';
import { type NewsPage, readNewsQuestions } from './select/news-questions.ts';
import { measurePoisoned } from './select/poisoned.ts';
import { contextTokensOf, type Segment } from './select/segment.ts';
import { holdsSupport, readSupportedClaims } from './select/support-sets.ts';
import { MOST_SOURCES, withProduct } from './select/with-product.ts';
import { median, percentile } from './statistics.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, dump: { type: 'string' } } });
const folder = values.data ?? '';
const missing = ['rtqa', 'wice', 'rgb', 'inject'].filter((set) => !existsSync(join(folder, set)));
if (folder === '' || missing.length > 0) {
  console.error(`No data: --data names the folder that holds ${missing.map((set) => `${set}/`).join(', ')}`);
  process.exit(2);
}

/** RealTimeQA recall and multiple choice, in per cent, by budget. */
const NEWS_GOALS: Readonly<Record<number, string>> = { 500: '86', 1000: '92; choice 82', 2000: '97' };
const CLAIM_GOALS: Readonly<Record<number, string>> = { 600: '97', 1200: '99' };
/** Room for three snippets of any length. */
const ROOMY = 20_000;

const dump: string[] = [];
const times: number[] = [];
let overBudget = 0;

const product = (maxSources: number): Method => {
  const method = withProduct(maxSources);
  return async (question, pages, budget) => {
    const before = process.cpuUsage();
    const segments = await method(question, pages, budget);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    if (contextTokensOf(segments) > budget) overBudget++;
    return segments;
  };
};
const ours = product(MOST_SOURCES);

function keep(id: string, budget: number, segments: readonly Segment[]): readonly Segment[] {
  dump.push(JSON.stringify({ id, budget, segments }));
  return segments;
}

const share = (count: number, of: number) => ((100 * count) / of).toFixed(1);

async function measureNews(): Promise<void> {
  const questions = readNewsQuestions(folder);
  const judge = createJudge(questions);
  console.log(`## News: ${questions.length} questions, recall / strict / choice in %\n`);
  console.log(
    '| tokens | method | recall | strict | choice | mean tokens | goal |\n|---|---|---|---|---|---|---|',
  );
  const methods: readonly (readonly [string, Method])[] = [
    ['first characters, 5 pages', firstCharacters],
    ['lexical reference, 10 pages', lexicalReference],
    ['selected, at most 5 sources of 10 pages', product(5)],
    ['selected, at most 10 sources of 10 pages', ours],
  ];
  for (const budget of [500, 1000, 2000]) {
    for (const [name, method] of methods) {
      const contexts = await inOrder(questions, ({ question, pages }) => method(question, pages, budget));
      const verdicts = questions.map((question, at) => judge(question, contexts[at] ?? []));
      const rate = (key: 'recall' | 'strict' | 'choice') =>
        share(verdicts.filter((verdict) => verdict[key]).length, questions.length);
      const tokens = contexts.reduce((sum, segments) => sum + contextTokensOf(segments), 0) / contexts.length;
      if (method === ours)
        questions.forEach(({ id }, at) => {
          keep(id, budget, contexts[at] ?? []);
        });
      const goal = method === ours ? NEWS_GOALS[budget] : '';
      console.log(
        `| ${budget} | ${name} | ${rate('recall')} | ${rate('strict')} | ${rate('choice')} | ` +
          `${tokens.toFixed(0)} | ${goal} |`,
      );
    }
  }
}

async function measureClaims(): Promise<void> {
  const claims = readSupportedClaims(folder);
  console.log(
    `\n## WiCE: ${claims.length} claims asked with the title of their article, support set complete in %\n`,
  );
  console.log('| tokens | complete | goal |\n|---|---|---|');
  for (const budget of [300, 600, 1200]) {
    const contexts = await inOrder(claims, ({ claim, page }) => ours(claim, [page], budget));
    const complete = claims.filter((claim, at) =>
      holdsSupport(claim, keep(claim.id, budget, contexts[at] ?? [])),
    );
    console.log(`| ${budget} | ${share(complete.length, claims.length)} | ${CLAIM_GOALS[budget] ?? ''} |`);
  }
}

async function measureChinese(): Promise<void> {
  const questions = readChineseQuestions(folder);
  const best = product(3);
  const contexts = await inOrder(questions, ({ question, pages }) => best(question, pages, ROOMY));
  const found = questions.filter(({ id, answers, pages }, at) => {
    const chosen = new Set(contexts[at]?.map(({ page }) => page));
    keep(
      id,
      ROOMY,
      [...chosen].map((page) => ({ page, text: textOf(pages, page) })),
    );
    return [...chosen].some((page) => saysOneOf(textOf(pages, page), answers));
  });
  console.log(
    '\n## Chinese: answer in the three snippets chosen of about 13: ' +
      `${share(found.length, questions.length)} % of ${questions.length}; goal 92 %`,
  );
}

function textOf(pages: readonly NewsPage[], page: number): string {
  return pages[page]?.text ?? '';
}

/** One after the other, so that the CPU time of each can be measured separately. */
async function inOrder<T, R>(items: readonly T[], work: (item: T) => R | Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

await measureNews();
const newsTimes = times.slice();
await measureClaims();
await measureChinese();
const { copies, versions } = await measurePoisoned(folder, ours);
console.log(
  `\n## Poisoned: of five hosts with one text ${copies.toFixed(2)} get a word in, goal 1; of five with ` +
    `a text each ${versions.toFixed(2)}`,
);
console.log(`\nContexts over their budget: ${overBudget} of ${times.length}; goal 0`);
console.log(
  `CPU of a selection from ten pages: median ${median(newsTimes).toFixed(1)} ms, 95th percentile ` +
    `${percentile(newsTimes, 0.95).toFixed(1)} ms; goals 5 and 15 ms`,
);
if (values.dump !== undefined) writeFileSync(values.dump, `${dump.join('\n')}\n`);
