// How often the passages that Sayso shows without a model contain the answer: `npm run bench -- answers -- --data
// FOLDER`, the folder laid out as for `bench -- select`, plus `nq-oracle/`. Sources are selected as for a model
// (ten pages, 2,000 tokens). Missing sets are left out.
//
//   --set NAME   only this set; may be given several times
//   --step N     only every Nth question, for a quick look
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePassages, type PassagesOutcome } from './answers/measure.ts';
import { readSearchQuestions } from './answers/search-questions.ts';
import { readQuestionSets } from './select/question-sets.ts';
import { median } from './statistics.ts';

/** Sets of questions with short answers. */
const SETS = ['rtqa', 'rtqa2', 'covidqa', 'hotpot', 'nqpages', 'xquad', 'jsquad', 'nq-oracle'];

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    step: { type: 'string', default: '1' },
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
  'in the sources',
  'first',
  'first two',
  'three',
  'characters',
  'CPU, ms',
  'overlap',
];
console.log(
  '\nPer cent with the answer in the passages; "overlap": in the three sentences with most words.\n',
);
console.log(`| ${COLUMNS.join(' | ')} |\n|${'---|'.repeat(COLUMNS.length)}`);
for (const { name, questions } of sets) {
  const outcomes: PassagesOutcome[] = [];
  for (const question of questions) {
    if (question.answers.length > 0) outcomes.push(await measurePassages(question));
  }
  const within = (places: number) => share(outcomes, ({ place }) => place !== null && place < places);
  const cells = [
    name,
    outcomes.length,
    share(outcomes, ({ isThere }) => isThere),
    ...[1, 2, 3].map(within),
    (outcomes.reduce((sum, { chars }) => sum + chars, 0) / outcomes.length).toFixed(0),
    median(outcomes.map(({ cpuMs }) => cpuMs)).toFixed(1),
    share(outcomes, ({ isInOverlap }) => isInOverlap),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

function share(outcomes: readonly PassagesOutcome[], holds: (outcome: PassagesOutcome) => boolean): string {
  return ((100 * outcomes.filter(holds).length) / outcomes.length).toFixed(1);
}
