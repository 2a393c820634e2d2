// How well statements are judged by their sources: `npm run bench -- verdicts [--data FOLDER]
// [--answers FOLDER] [--dump FILE] [--fit]`. The hand-made pairs need no data. `--data` names a folder with
// `attributionbench` and `wice`, claims that people judged. Every set is scored with weights fitted to the
// other sets; `--fit` prints those fitted to all, for `src/lib/verdicts/score.ts`. `--answers` names a folder
// with labelled answers; alone, it prints their figures beside the goals, and `--dump` writes the verdicts.
import { parseArgs } from 'node:util';
import { createJudge } from '../src/lib/verdicts/judge.ts';
import { median, percentile } from './statistics.ts';
import { cpuMs } from './text/cpu.ts';
import { writeJsonLines } from './text/json-lines.ts';
import { ALTERATIONS } from './verdicts/alterations.ts';
import { labelledVerdicts, reportAnswers } from './verdicts/answers-table.ts';
import { moveCitations } from './verdicts/citations.ts';
import {
  type JudgedClaim,
  judgeClaimBy,
  measuresOf,
  readClaims,
  sourceOf,
  toStatement,
} from './verdicts/claims.ts';
import {
  areaUnderCurve,
  calibrationError,
  interval,
  macroF1,
  type Scored,
  shareWithInterval,
} from './verdicts/figures.ts';
import { fit, predict } from './verdicts/fit.ts';
import { judgedAnswers } from './verdicts/judged-answers.ts';
import { reportLeftOut } from './verdicts/left-out.ts';
import { judgePairs, reportPairs } from './verdicts/pairs.ts';

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    answers: { type: 'string' },
    dump: { type: 'string' },
    fit: { type: 'boolean', default: false },
  },
});
const answers = values.answers === undefined ? [] : judgedAnswers(values.answers);
if (answers.length > 0) reportAnswers(answers);
if (values.data === undefined && answers.length > 0) {
  const lines = answers.flatMap(({ id, statements }) => statements.map((one) => ({ id, ...one })));
  writeJsonLines(values.dump ?? null, lines);
  process.exit(0);
}
if (!values.fit) reportPairs(judgePairs());
if (values.data === undefined) {
  console.error('The rest needs its data: --data FOLDER, where FOLDER/attributionbench and FOLDER/wice are.');
  process.exit(values.fit ? 2 : 0);
}

/** How often each answer is judged to find the time that it takes. */
const RUNS = 12;
const folder = values.data;
const claims = readClaims(folder);
const rows = claims.map((claim) => ({ ...claim, measures: measuresOf(claim) }));
const sets = [...new Set(rows.map(({ set }) => set))];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'AttributionBench public': ['AttributedQA', 'LFQA', 'ExpertQA', 'Stanford-GenSearch'],
  'out of domain': ['HAGRID', 'BEGIN', 'AttrScore-GenSearch'],
  ...Object.fromEntries(sets.map((set) => [set, [set]])),
};

if (values.fit) console.log(fit(rows));
else report();

function report(): void {
  const models = new Map(sets.map((set) => [set, fit(rows.filter((row) => row.set !== set))]));
  const scored = rows.map(({ set, isSupported, measures }) => {
    const model = models.get(set);
    return { set, isSupported, score: model === undefined ? 0 : predict(model, measures) };
  });
  console.log('| set, left out of the fit | claims | AUROC (95 %) | macro-F1 at 0.5 | calibration error |');
  console.log('|---|---|---|---|---|');
  for (const [name, members] of Object.entries(GROUPS)) {
    const own: readonly Scored[] = scored.filter(({ set }) => members.includes(set));
    const [low, high] = interval(own, areaUnderCurve);
    const figures = [percent(areaUnderCurve(own)), `(${percent(low)} to ${percent(high)})`].join(' ');
    const cells = [name, own.length, figures, percent(macroF1(own)), calibrationError(own).toFixed(3)];
    console.log(`| ${cells.join(' | ')} |`);
  }
  const judged = claims.map((claim) => ({ claim, judged: judgeClaimBy(claim) }));
  reportVerdicts(judged);
  reportAlterations(judged);
  reportCitations();
  reportLeftOut([
    ...judged.map(({ claim: { set, isSupported }, judged: { verdict, score } }) => ({
      set,
      isSupported,
      verdict,
      score,
    })),
    ...labelledVerdicts(answers)
      .filter(({ label }) => label !== 'no-claim')
      .map(({ label, ...row }) => ({ ...row, set: 'answers', isSupported: label === 'supported' })),
  ]);
  reportTime();
  writeJsonLines(
    values.dump ?? null,
    judged.map(({ claim, judged: { verdict, score, quotes } }) => ({
      id: claim.id,
      set: claim.set,
      verdict,
      score,
      quotes,
    })),
  );
}

type Judged = { readonly claim: (typeof claims)[number]; readonly judged: JudgedClaim };

function reportVerdicts(all: readonly Judged[]): void {
  console.log('\n| claims | supported | differs | not found |\n|---|---|---|---|');
  for (const isSupported of [true, false]) {
    const own = all.filter(({ claim }) => claim.isSupported === isSupported);
    const share = (verdict: string) =>
      percent(own.filter(({ judged }) => judged.verdict === verdict).length / own.length);
    const name = isSupported ? 'supported' : 'not supported';
    console.log(
      `| ${name} (${own.length}) | ${share('supported')} | ${share('differs')} | ${share('not-found')} |`,
    );
  }
}

function isRight({ claim, judged }: Judged): boolean {
  return claim.isSupported && judged.verdict === 'supported';
}

/** Changes one fact in each supported claim that was judged to be supported. */
function reportAlterations(all: readonly Judged[]): void {
  const right = all.filter(isRight);
  console.log('\n| change | claims | differs or not found (95 %) | differs |\n|---|---|---|---|');
  for (const [name, alter] of Object.entries(ALTERATIONS)) {
    const pick = createPick();
    const changed = right.flatMap(({ claim }) => {
      const text = alter(claim.text, pick);
      return text === null ? [] : [judgeClaimBy({ ...claim, text }).verdict];
    });
    const noticed = changed.filter((verdict) => verdict !== 'supported').length;
    const differs = changed.filter((verdict) => verdict === 'differs').length / changed.length;
    console.log(
      `| ${name} | ${changed.length} | ${shareWithInterval(noticed, changed.length)} | ${percent(differs)} |`,
    );
  }
}

function reportCitations(): void {
  const { right, wrong } = moveCitations(claims);
  console.log(`\nright citations that were moved: ${right.moved} of ${right.all}`);
  console.log(
    `wrong citations that were moved to the right source: ${wrong.fixed} of ${wrong.all}; to a third ` +
      `source: ${wrong.movedElsewhere}`,
  );
}

/**
 * Answers of twelve statements over ten sources of 1,700 characters. The least of several runs counts:
 * other processes only make a run slower.
 */
function reportTime(): void {
  const texts = claims
    .filter(({ set }) => set === 'WiCE')
    .map(({ references }) => references.join('\n').slice(0, 1700));
  const times = Array.from({ length: 60 }, (_, at) => {
    const own = claims.slice(at * 12, at * 12 + 12).map(({ text }) => toStatement(text));
    const sources = Array.from({ length: 10 }, (_, source) =>
      sourceOf([texts[(at * 10 + source) % texts.length] ?? ''], source + 1),
    );
    return Math.min(...Array.from({ length: RUNS }, () => cpuMs(() => own.map(createJudge(sources, 'en')))));
  });
  const warm = times.slice(10);
  console.log(
    `\nCPU of an answer of 12 statements over 10 sources: median ${median(warm).toFixed(1)} ms, ` +
      `95th percentile ${percentile(warm, 0.95).toFixed(1)} ms`,
  );
}

/** Repeatable indexes (a linear congruential generator). */
function createPick(): (below: number) => number {
  let seed = 7;
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}
