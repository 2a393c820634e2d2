// How much of the answer to a question the context contains: `npm run bench -- select --data FOLDER`, the
// folder laid out as `rtqa/`, `selection/`, `wice/`, `rgb/` with `.jsonl.gz` files, and `inject/`. Missing
// sets are left out.
//
//   --dump FILE     writes what was selected, one `{id, budget, segments: [{page, text}]}` per line
//   --against FILE  compares with such a dump of another version; otherwise with the lexical reference
//   --set NAME      only this set; may be given several times
//   --step N        only every Nth question, for a quick look
//   --brief         neither other budgets nor five sources nor poisoned pages
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { lexicalReference, type Method } from './select/baselines.ts';
import { type Compared, printComparison } from './select/compare.ts';
import { readDump, writeDump } from './select/dump.ts';
import { measureSet, ofBudget, rate } from './select/outcome.ts';
import { measurePoisoned } from './select/poisoned.ts';
import { MAX_SOURCES, readQuestionSets } from './select/question-sets.ts';
import { createReader } from './select/reader.ts';
import { type Measured, printLanguages, printRecall } from './select/report.ts';
import { contextTokensOf, type Segment } from './select/segment.ts';
import { withProduct } from './select/with-product.ts';
import { median, percentile } from './statistics.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    dump: { type: 'string' },
    against: { type: 'string' },
    set: { type: 'string', multiple: true, default: [] },
    step: { type: 'string', default: '1' },
    brief: { type: 'boolean', default: false },
  },
});
const sets = existsSync(values.data) ? readQuestionSets(values.data, values.set, Number(values.step)) : [];
if (sets.length === 0) {
  console.error('No data: give --data with the folder that contains rtqa/, selection/, wice/ and rgb/.');
  process.exit(2);
}

const FEW_SOURCES = 5;
const OTHER_BUDGETS = [200, 260, 350, 700, 1500, 4000, 8000, 20_000];

async function measureAll(methodFor: (maxSources: number) => Method, maxSources = MAX_SOURCES) {
  const measured: Measured[] = [];
  for (const set of sets) {
    const limited = { ...set, maxSources: Math.min(set.maxSources, maxSources) };
    measured.push({ set: limited, outcomes: await measureSet(set, methodFor(limited.maxSources)) });
  }
  return measured;
}

/** The selections in a dump; none for a question that the dump lacks. */
function fromDump(file: string): Method {
  const selectedFor = readDump(file);
  return ({ id }, budget): Segment[] => [...(selectedFor(id, budget) ?? [])];
}

function printChoices(measured: readonly Measured[]): void {
  for (const { set, outcomes } of measured) {
    if (!set.questions.some(({ choices }) => choices.length > 1)) continue;
    const isRight = createReader(set.questions);
    const rates = set.budgets.map((budget) =>
      rate(ofBudget(outcomes, budget), ({ question, segments }) => isRight(question, segments)).toFixed(1),
    );
    console.log(`\nChoice of the right answer, ${set.name}: ${rates.join(' / ')} %`);
  }
}

/**
 * The number of contexts that exceed budgets other than those of the sets; every question gets one of these
 * budgets.
 */
async function countOverBudget(): Promise<string> {
  let [over, all] = [0, 0];
  for (const set of sets) {
    for (const [at, question] of set.questions.entries()) {
      const budget = OTHER_BUDGETS[at % OTHER_BUDGETS.length] ?? 200;
      const tokens = contextTokensOf(await withProduct(MAX_SOURCES)(question, budget));
      over += Number(tokens > budget);
      all++;
    }
  }
  return `${over} of ${all}`;
}

const ours = await measureAll(withProduct);
printRecall('At most ten sources', ours);
for (const measured of ours) if (measured.set.name === 'xquad') printLanguages(measured);
printChoices(ours);
const times = ours.flatMap(({ set, outcomes }) => (set.isNews ? outcomes.map(({ cpuMs }) => cpuMs) : []));
console.log(
  `\nCPU of a selection from ten pages of news: median ${median(times).toFixed(1)} ms, 95th percentile ` +
    `${percentile(times, 0.95).toFixed(1)} ms; goals 4 and 10 ms`,
);
if (values.dump !== undefined) {
  writeDump(
    values.dump,
    ours.flatMap(({ outcomes }) => outcomes),
  );
}
const theirs = await measureAll(() =>
  values.against === undefined ? lexicalReference : fromDump(values.against),
);
if (values.against === undefined) printRecall('The lexical reference', theirs);
const compared = ours.map(({ set: { name, isNews }, outcomes }, at): Compared => {
  return { name, isNews, ours: outcomes, theirs: theirs[at]?.outcomes ?? [] };
});
printComparison(
  // The reference does not choose pages.
  compared.filter(({ name }) => values.against !== undefined || name !== 'chinese'),
  values.against ?? 'the lexical reference',
);
if (!values.brief) {
  console.log(`\nContexts over other budgets, from 200 to 20,000 tokens: ${await countOverBudget()}; goal 0`);
  const five = await measureAll(withProduct, FEW_SOURCES);
  printRecall('At most five sources', five);
  const news = five.filter(({ set }) => set.isNews).flatMap(({ outcomes }) => ofBudget(outcomes, 2000));
  console.log(
    `\nNews with five sources and 2,000 tokens: ${rate(news, ({ recall }) => recall).toFixed(1)} ` +
      '%; goal 93 %',
  );
  if (existsSync(join(values.data, 'inject'))) {
    const { copies, versions } = await measurePoisoned(values.data, withProduct(MAX_SOURCES));
    console.log(
      `\nPoisoned: of five hosts with one text ${copies.toFixed(2)} get a word in, goal 1; of five with ` +
        `a text each ${versions.toFixed(2)}`,
    );
  }
}
