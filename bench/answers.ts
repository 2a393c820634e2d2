// How good the first answer without a model is: `npm run bench -- answers --data FOLDER`, the folder laid out
// as for `bench -- select`, plus `nq-oracle/`. Sources are selected as for a model (ten pages, 2,000 tokens);
// the writer without a model quotes them. Missing sets are left out.
//
//   --set NAME   only this set; may be given several times
//   --step N     only every Nth question, for a quick look
//   --left-out FOLDER   each set with the model that was fitted without it (`fit.ts --left-out FOLDER`)
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importWithout } from './answers/left-out.ts';
import { type AnswerOutcome, measureAnswer } from './answers/measure.ts';
import { readSearchQuestions } from './answers/search-questions.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { median } from './statistics.ts';

/** Sets of questions with short answers. */
const SETS = ['rtqa', 'rtqa2', 'covidqa', 'hotpot', 'nqpages', 'xquad', 'jsquad', 'nq-oracle'];

const CONFIDENCE_BINS = 8;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    step: { type: 'string', default: '1' },
    'left-out': { type: 'string', default: '' },
  },
});
const names = values.set.length > 0 ? values.set : SETS;
const step = Number(values.step);
const sets = existsSync(values.data) ? readQuestionSets(values.data, names, step) : [];
if (names.includes('nq-oracle') && existsSync(join(values.data, 'nq-oracle')))
  sets.push(readSearchQuestions(values.data, step));
if (sets.length === 0) {
  console.error('No data: give --data with the folder that contains rtqa/, selection/ and nq-oracle/.');
  process.exit(2);
}

const COLUMNS = [
  'set',
  'questions',
  'answer selected',
  'first sentence',
  'first two',
  'wrongly refused',
  'refused without',
  'words',
  'CPU, ms',
  'overlap: first / two',
];
console.log('\nPer cent; "refused without": when the passages with the answer are taken out.\n');
console.log(`| ${COLUMNS.join(' | ')} |\n|${'---|'.repeat(COLUMNS.length)}`);
const all: AnswerOutcome[] = [];
for (const { name, questions } of sets) {
  const outcomes: AnswerOutcome[] = [];
  const folder = values['left-out'];
  const measure = folder === '' ? measureAnswer : (await importWithout(name, folder)).measureAnswer;
  for (const question of questions) {
    if (question.answers.length > 0) outcomes.push(await measure(question));
  }
  all.push(...outcomes);
  const there = outcomes.filter(({ isThere }) => isThere);
  const cells = [
    name,
    outcomes.length,
    share(outcomes, ({ isThere }) => isThere),
    share(outcomes, ({ inFirst }) => inFirst),
    share(outcomes, ({ inFirstTwo }) => inFirstTwo),
    share(there, ({ isRefused }) => isRefused),
    share(there, ({ isRefusedWithout }) => isRefusedWithout),
    (outcomes.reduce((sum, { words }) => sum + words, 0) / outcomes.length).toFixed(0),
    median(outcomes.map(({ cpuMs }) => cpuMs)).toFixed(1),
    `${share(outcomes, ({ overlapInFirst }) => overlapInFirst)} / ` +
      share(outcomes, ({ overlapInFirstTwo }) => overlapInFirstTwo),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
printConfidence();

/** How often the first quote holds the answer, by the probability that is stated for it. */
function printConfidence() {
  console.log('\nStated probability that the first quote answers, and how often it does, per cent.\n');
  console.log('| from | questions | stated | right |\n|---|---|---|---|');
  for (let from = 0; from < 1; from += 1 / CONFIDENCE_BINS) {
    const bin = all.filter(({ confidence }) => confidence >= from && confidence < from + 1 / CONFIDENCE_BINS);
    if (bin.length === 0) continue;
    const stated = (100 * bin.reduce((sum, { confidence }) => sum + confidence, 0)) / bin.length;
    const right = share(bin, ({ isFirstRight }) => isFirstRight);
    console.log(`| ${Math.round(100 * from)} | ${bin.length} | ${stated.toFixed(1)} | ${right} |`);
  }
}

function share(outcomes: readonly AnswerOutcome[], holds: (outcome: AnswerOutcome) => boolean): string {
  return ((100 * outcomes.filter(holds).length) / outcomes.length).toFixed(1);
}
