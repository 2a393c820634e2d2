// How well statements are judged by their sources: `npm run bench -- verdicts [--answers FOLDER] [--data FOLDER]`.
// `--answers` names a folder with labelled answers, `--data` one with `attributionbench` and `wice`: claims that
// people judged. The weights of the score were fitted to claims of these sets.
import { parseArgs } from 'node:util';
import { ALTERATIONS } from './verdicts/alterations.ts';
import { areaUnderCurve, reportAnswers } from './verdicts/answers-table.ts';
import { judgeClaim, readClaims } from './verdicts/claims.ts';
import { judgedAnswers } from './verdicts/judged-answers.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, answers: { type: 'string' } } });
if (values.answers !== undefined) reportAnswers(judgedAnswers(values.answers));
if (values.data !== undefined) reportClaims(values.data);
if (values.answers === undefined && values.data === undefined) {
  console.error('Give --answers FOLDER, or --data FOLDER with attributionbench and wice.');
  process.exit(2);
}

function reportClaims(folder: string): void {
  const judged = readClaims(folder).map((claim) => ({ ...claim, ...judgeClaim(claim) }));
  const sets = [...new Set(judged.map(({ set }) => set))];
  const groups: Readonly<Record<string, readonly string[]>> = {
    AttributionBench: ['AttributedQA', 'LFQA', 'ExpertQA', 'Stanford-GenSearch'],
    'out of domain': ['HAGRID', 'BEGIN', 'AttrScore-GenSearch'],
    ...Object.fromEntries(sets.map((set) => [set, [set]])),
  };
  console.log('| claims | number | AUROC | supported, flagged | others, flagged |\n|---|---|---|---|---|');
  for (const [name, members] of Object.entries(groups)) {
    const own = judged.filter(({ set }) => members.includes(set));
    const flagged = [true, false].map((isSupported) => {
      const labelled = own.filter((claim) => claim.isSupported === isSupported);
      return percent(labelled.filter(isFlagged).length, labelled.length);
    });
    const scored = own.map(({ isSupported, score }) => ({ isSupported, score: score ?? 0 }));
    console.log(
      `| ${[name, own.length, (100 * areaUnderCurve(scored)).toFixed(1), ...flagged].join(' | ')} |`,
    );
  }
  const right = judged.filter(({ isSupported, verdict }) => isSupported && verdict === 'supported');
  console.log('\n| change of a supported claim | claims | noticed |\n|---|---|---|');
  for (const [name, alter] of Object.entries(ALTERATIONS)) {
    const pick = createPick();
    const changed = right.flatMap(({ text: claim, references }) => {
      const text = alter(claim, pick);
      return text === null ? [] : [judgeClaim({ text, references }).verdict];
    });
    const noticed = changed.filter((verdict) => verdict !== 'supported').length;
    console.log(`| ${name} | ${changed.length} | ${percent(noticed, changed.length)} |`);
  }
}

function isFlagged({ verdict }: { readonly verdict: string }): boolean {
  return verdict === 'differs' || verdict === 'not-found';
}

/** Repeatable indexes (a linear congruential generator). */
function createPick(): (below: number) => number {
  let seed = 7;
  return (below) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
}

function percent(count: number, all: number): string {
  return `${((100 * count) / all).toFixed(1)} %`;
}
