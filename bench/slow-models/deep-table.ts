import { median } from '../statistics.ts';
import type { Line } from '../table.ts';
import { askDeeply, type DeepAnswer } from './ask-deeply.ts';

const READS = [30, 100, 400];
const WRITES = [3, 10];
/** Answers of each machine for which the reader waits, and the events upon which others want it now. */
const WAITING = 3;
const NOW = ['begin', 'plan', 'sources'];

const seconds = (ms: number) => (ms / 1000).toFixed(0);

/**
 * Prints how deep answers follow the speed of a model; every answer has a machine of its own, and all are
 * asked for at once, in real time, because deadlines of minutes cannot be sped up.
 */
export async function printDeepTable(index: string, questions: readonly string[]): Promise<Line[]> {
  const machines = READS.flatMap((reads) => WRITES.map((writes) => ({ reads, writes, scale: 1 })));
  const rows = await Promise.all(
    machines.map(async (machine) => {
      const ask = (question: string, now?: string) =>
        askDeeply(machine, { index, question, ...(now !== undefined && { now }) });
      const waiting = questions.slice(0, WAITING).map((question) => ask(question));
      const hurried = NOW.map((now, at) => ask(questions[WAITING + at] ?? '', now));
      return { machine, waiting: await Promise.all(waiting), hurried: await Promise.all(hurried) };
    }),
  );
  console.log(
    '| reads, writes (tokens/s) | time limit (s) | prompt | calls | first word (s) | end (s) | words | ' +
      'answer now, while it plans, looks for gaps, reads (s) |\n|---|---|---|---|---|---|---|---|',
  );
  for (const { machine, waiting, hurried } of rows) {
    const middle = (of: (answer: DeepAnswer) => number) => median(waiting.map(of));
    const calls = [...new Set(waiting.map((answer) => answer.calls.join(', ')))].join(' or ');
    console.log(
      `| ${machine.reads}, ${machine.writes} | ${seconds(middle(({ deadlineMs }) => deadlineMs))} | ` +
        `${middle(({ promptTokens }) => promptTokens)} tokens | ${calls} | ` +
        `${seconds(middle(({ firstWordMs }) => firstWordMs))} | ${seconds(middle(({ endMs }) => endMs))} | ` +
        `${middle(({ words }) => words)} | ${hurried.map(({ nowMs = 0 }) => seconds(nowMs)).join(', ')} |`,
    );
  }
  const all = rows.flatMap(({ waiting, hurried }) => [...waiting, ...hurried]);
  const inTime = rows.flatMap(({ waiting }) => waiting);
  return [
    toGoal(
      `deep answers cut by their deadline or failed, of ${all.length}`,
      all,
      ({ error }) => error !== null,
    ),
    toGoal('deep answers that ended after their time limit', all, (each) => each.endMs > each.deadlineMs),
    toGoal(
      'of those waited for, with a call that was begun and given up',
      inTime,
      (each) => each.cutCalls.length > 0,
    ),
  ];
}

/** A figure that should be 0; the answers that count are printed. */
function toGoal(name: string, answers: readonly DeepAnswer[], counts: (answer: DeepAnswer) => boolean): Line {
  const counted = answers.filter(counts);
  for (const answer of counted) console.error(name, answer);
  return { name, value: String(counted.length), goal: '0', isMet: counted.length === 0 };
}
