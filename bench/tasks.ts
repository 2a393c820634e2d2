import { parseArgs } from 'node:util';
import { type Case, foundIntent, HALVES, type Half, isRight, readCases } from './tasks/measure-tasks.ts';

// Which messages are searched and which are not: `npm run bench -- tasks [--half tuned] [--missed]`. The test
// set is in `bench/tasks/`; its README.md tells where it comes from.
const { values } = parseArgs({
  options: { half: { type: 'string' }, missed: { type: 'boolean', default: false } },
});
const halves = HALVES.filter((half) => values.half === undefined || half === values.half);

for (const half of halves) tell(half, readCases(half));

function tell(half: Half, cases: readonly Case[]): void {
  const questions = cases.filter(({ want }) => want === 'search');
  const tasks = cases.filter(({ want }) => want !== 'search');
  const exact = tasks.filter((one) => foundIntent(one) === one.want).length;
  console.log(`## ${half}\n`);
  console.log(`| messages not searched, ${half} | ${share(tasks)}, ${exact} of them with the right intent |`);
  console.log(`| questions searched, ${half} | ${share(questions)} |\n`);
  for (const key of ['lang', 'class'] as const) {
    console.log(`| ${key} | not searched | questions searched |\n|---|---|---|`);
    for (const name of new Set(cases.map((one) => one[key])))
      console.log(
        `| ${name} | ${share(tasks.filter(isOf(key, name)))} | ${share(questions.filter(isOf(key, name)))} |`,
      );
    console.log('');
  }
  if (!values.missed) return;
  for (const one of cases)
    if (foundIntent(one) !== one.want)
      console.log(
        `${one.lang} ${one.want} -> ${foundIntent(one)}: ${JSON.stringify(one.text.slice(0, 150))}`,
      );
}

function isOf(key: 'lang' | 'class', name: string) {
  return (one: Case) => one[key] === name;
}

function share(cases: readonly Case[]): string {
  const right = cases.filter(isRight).length;
  return cases.length === 0
    ? ''
    : `${right} of ${cases.length} (${((100 * right) / cases.length).toFixed(1)} %)`;
}
