import { existsSync } from 'node:fs';
import { type JudgedClaim, judgeClaimBy, type LabelledClaim, readGzippedLines } from './claims.ts';
import { type DenyingText, type DroppedDenial, denyInSource, withoutDenials } from './dropped-denials.ts';
import { shareWithInterval } from './figures.ts';

/** Pages of several languages; their ids begin with the set and the language. */
const PAGES = ['xquad', 'jsquad'];
const LANGUAGES = ['en', 'de', 'es', 'zh', 'ja'];
/** The number of characters of a text that are searched for sentences. */
const MAX_CHARS = 6_000;

type Judged = { readonly claim: LabelledClaim; readonly judged: JudgedClaim };

/** Prints how many dropped denials are noticed, in each half, and how many unchanged sentences differ. */
export function reportDenials(
  folder: string,
  right: readonly Judged[],
  claims: readonly LabelledClaim[],
): void {
  console.log('\n| denial dropped | half | statements | noticed (95 %) | unchanged ones that differ |');
  console.log('|---|---|---|---|---|');
  const inSource = right.flatMap(
    ({ claim, judged }) => denyInSource(claim, judged.quotes[0]?.text ?? '') ?? [],
  );
  print('claim, source denied', inSource);
  const copied = withoutDenials([...textsOf(claims), ...pagesIn(folder)]);
  for (const language of LANGUAGES)
    print(
      `sentence of the source, ${language}`,
      copied.filter((one) => one.language === language),
    );
}

function print(name: string, all: readonly DroppedDenial[]): void {
  for (const half of [1, 2]) {
    const own = all.filter((one) => one.half === half);
    const noticed = own.filter((one) => judgeClaimBy(one).verdict !== 'supported').length;
    const wrong = own.filter((one) => judgeClaimBy(one.before).verdict === 'differs').length;
    console.log(
      `| ${name} | ${half} | ${own.length} | ${shareWithInterval(noticed, own.length)} | ${wrong} |`,
    );
  }
}

function textsOf(claims: readonly LabelledClaim[]): readonly DenyingText[] {
  return claims.flatMap(({ references }) =>
    references.map((text) => ({ text: text.slice(0, MAX_CHARS), language: 'en' })),
  );
}

function pagesIn(folder: string): readonly DenyingText[] {
  return PAGES.map((name) => [name, `${folder}/selection/${name}.docs.jsonl.gz`] as const)
    .filter(([, path]) => existsSync(path))
    .flatMap(([name, path]) =>
      readGzippedLines(path).map(({ doc, text }) => ({
        text: String(text).slice(0, MAX_CHARS),
        language: name === 'jsquad' ? 'ja' : (String(doc).split('-')[1] ?? ''),
      })),
    )
    .filter(({ language }) => LANGUAGES.includes(language));
}
