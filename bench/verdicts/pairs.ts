import { readFileSync } from 'node:fs';
import type { StatementVerdict } from '../../src/lib/verdicts/index.ts';
import { judgeClaimBy } from './claims.ts';

/** A statement, the text it is compared with, and the verdict that a reader of both would give. */
type Pair = {
  readonly language: string;
  readonly source: string;
  readonly statement: string;
  readonly verdict: StatementVerdict;
  /** The fact that is restated or changed: a date, a unit, a name, ... */
  readonly kind?: string;
};
/** A pair with the verdict of the judge. */
export type JudgedPair = Pair & { readonly given: StatementVerdict };

/** The hand-made pairs of `pairs.json`, judged. */
export function judgePairs(): readonly JudgedPair[] {
  const text = readFileSync(new URL('pairs.json', import.meta.url), 'utf8');
  const pairs: readonly Pair[] = JSON.parse(text);
  return pairs.map((pair) => {
    const claim = { text: pair.statement, references: [pair.source], language: pair.language };
    return { ...pair, given: judgeClaimBy(claim).verdict };
  });
}

/** Prints, for each language, how many verdicts are right. */
export function reportPairs(pairs: readonly JudgedPair[]): void {
  console.log('\n| language | pairs | right | supported | differs | differs, not supported | not found |');
  console.log('|---|---|---|---|---|---|---|');
  const languages = [...new Set(pairs.map(({ language }) => language))];
  for (const language of languages)
    printRow(
      language,
      pairs.filter((pair) => pair.language === language),
    );
  printRow('all', pairs);
}

function printRow(name: string, pairs: readonly JudgedPair[]): void {
  const share = (own: readonly JudgedPair[], isRight: (pair: JudgedPair) => boolean) =>
    `${((own.filter(isRight).length / own.length) * 100).toFixed(1)}`;
  const of = (verdict: StatementVerdict) => pairs.filter((pair) => pair.verdict === verdict);
  const isSame = ({ verdict, given }: JudgedPair) => verdict === given;
  const figures = [
    share(pairs, isSame),
    share(of('supported'), isSame),
    share(of('differs'), isSame),
    share(of('differs'), ({ given }) => given === 'differs' || given === 'not-found'),
    share(of('not-found'), isSame),
  ];
  console.log(`| ${name} | ${pairs.length} | ${figures.join(' | ')} |`);
}
