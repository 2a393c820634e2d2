// How often a context contains the answer to a question: `npm run bench -- select --data FOLDER`, the folder laid
// out as `rtqa/` and `selection/` with `.jsonl.gz` files. Missing sets are left out.
//
//   --set NAME   only this set; may be given several times
//   --step N     only every Nth question, for a quick look
//   --dump FILE  writes what was selected, one `{set, question, budget, texts}` per line
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { writeJsonLines } from './json-lines.ts';
import { holds } from './select/holds.ts';
import { selectTexts } from './select/product.ts';
import { readQuestionSets, type SetQuestion } from './select/question-sets.ts';
import { lexicalReference } from './select/reference.ts';
import { tokensOf } from './select/tokens.ts';
import { median, percentile } from './statistics.ts';

const BUDGETS = [500, 1000, 2000];
/** Recall in per cent, smallest budget first. */
const GOALS: Readonly<Record<string, string>> = {
  rtqa: '84 / 91 / 96',
  rtqa2: '85 / 91.5 / 96',
  covidqa: '82 / 90.5 / 95.5',
  xquad: '90 / 94 / 97',
  jsquad: '96.5 / 98.5 / 99',
  hotpot: '88 / 97 / –',
};

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    step: { type: 'string', default: '1' },
    dump: { type: 'string' },
  },
});
const sets = existsSync(values.data) ? readQuestionSets(values.data, values.set, Number(values.step)) : [];
if (sets.length === 0) {
  console.error('No data: give --data with the folder that contains rtqa/ and selection/.');
  process.exit(2);
}

function hasAnswer({ answers, lang }: SetQuestion, texts: readonly string[]): boolean {
  return texts.some((text) => answers.some((answer) => holds(text, answer, lang)));
}

const dump: object[] = [];
const times: number[] = [];
/** By how many tokens each context exceeds its budget, as a share of the budget. */
const excess: number[] = [];
console.log('| set | questions | reference | Sayso | goal |\n|---|---|---|---|---|');
for (const { name, questions } of sets) {
  const found = BUDGETS.map(() => ({ reference: 0, product: 0 }));
  for (const question of questions)
    for (const [level, budget] of BUDGETS.entries()) {
      const startedAt = process.cpuUsage();
      const texts = await selectTexts(question, budget);
      const { user, system } = process.cpuUsage(startedAt);
      times.push((user + system) / 1000);
      excess.push(tokensOf(texts.join('\n')) / budget - 1);
      dump.push({ set: name, question: question.question, budget, texts });
      const counts = found[level] ?? { reference: 0, product: 0 };
      counts.product += Number(hasAnswer(question, texts));
      counts.reference += Number(hasAnswer(question, lexicalReference(question, budget)));
    }
  const shares = (of: 'reference' | 'product') =>
    found.map((counts) => ((100 * counts[of]) / questions.length).toFixed(1)).join(' / ');
  console.log(
    `| ${name} | ${questions.length} | ${shares('reference')} | ${shares('product')} | ${GOALS[name] ?? ''} |`,
  );
}
const over = excess.filter((share) => share > 0);
console.log(
  `\nContexts above their budget: ${((100 * over.length) / excess.length).toFixed(1)} %, by at most ` +
    `${(100 * Math.max(0, ...over)).toFixed(1)} %; goals 5 and 10 %\nCPU of a selection: median ` +
    `${median(times).toFixed(1)} ms, 95th percentile ${percentile(times, 0.95).toFixed(1)} ms`,
);
writeJsonLines(values.dump ?? null, dump);
