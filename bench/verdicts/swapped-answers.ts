import { existsSync } from 'node:fs';
import { toSentences } from '../../src/lib/text/sentences.ts';
import { type Claim, judgeClaimBy, readGzippedLines } from './claims.ts';
import { shareWithInterval } from './figures.ts';
import { hashOf } from './hash.ts';

/** A sentence of a page in which the answer to a question is replaced by the answer to another question. */
type SwappedAnswer = Claim & {
  readonly language: string;
  readonly half: 1 | 2;
  readonly before: Claim;
};

/** Sets of questions with an answer that occurs word for word on a page. */
const SETS: readonly (readonly [set: string, language: string])[] = [
  ['xquad', 'zh'],
  ['jsquad', 'ja'],
];
const SHORTEST_CHARS = 15;
const LONGEST_CHARS = 250;
/**
 * A text that looks like a name, as far as this can be told without knowing any names: short, and neither a
 * number nor a clause.
 */
const NAME_LIKE = /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}ー・·. -]{2,14}$/u;

/** Patterns of foreign names in both languages, and other names to put in their place. */
const FOREIGN_NAMES: Readonly<Record<string, readonly [RegExp, readonly string[]]>> = {
  zh: [/\p{Script=Han}{1,6}·\p{Script=Han}{1,6}/u, ['奥斯卡·林奎斯特', '玛格丽特·霍洛威', '彼得·汉森']],
  ja: [
    /[\p{Script=Katakana}ー]{3,}(?:・[\p{Script=Katakana}ー]+)*/u,
    ['オスカル・リンドクヴィスト', 'ホロウェイ', 'ドゥイスブルク'],
  ],
};
/** The maximum number of sentences for each language. */
const MAX_SENTENCES = 300;
const MAX_CHARS = 6_000;

/** Prints how many swapped answers are noticed in Chinese and Japanese, and how many others differ. */
export function reportSwappedAnswers(folder: string): void {
  console.log(
    '\n| swapped | language | half | sentences | noticed (95 %) | differs | intact: not supported | differ |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  print('answer', swappedAnswers(folder));
  print('foreign name', swappedNames(folder));
}

function print(name: string, all: readonly SwappedAnswer[]): void {
  for (const [, language] of SETS)
    for (const half of [1, 2]) {
      const own = all.filter((one) => one.language === language && one.half === half);
      const verdicts = own.map((one) => judgeClaimBy(one).verdict);
      const before = own.map((one) => judgeClaimBy(one.before).verdict);
      const cells = [
        ...[name, language, half, own.length],
        shareWithInterval(verdicts.filter((verdict) => verdict !== 'supported').length, own.length),
        verdicts.filter((verdict) => verdict === 'differs').length,
        before.filter((verdict) => verdict !== 'supported').length,
        before.filter((verdict) => verdict === 'differs').length,
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
}

/** Every answer that looks like a name, once, replaced by the next one in the same script. */
export function swappedAnswers(folder: string): readonly SwappedAnswer[] {
  return SETS.flatMap(([set, language]) => {
    const known = pagesOf(folder, set, language);
    if (known.length === 0) return [];
    const answers = readGzippedLines(`${folder}/selection/${set}.public.jsonl.gz`)
      .filter(({ lang }) => lang === language)
      .map(({ answer }) => String(answer))
      .filter((answer) => NAME_LIKE.test(answer));
    return [...new Set(answers)].flatMap((answer, at, all) => {
      const page = known.find((text) => text.includes(answer));
      const sentence = toSentences(page ?? '').find((one) => one.includes(answer) && isFit(one));
      const others = [...all.slice(at + 1), ...all.slice(0, at)];
      const other = others.find((one) => scriptOf(one) === scriptOf(answer) && !page?.includes(one));
      if (page === undefined || sentence === undefined || other === undefined) return [];
      const before = { text: sentence.trim(), references: [page], language };
      const text = before.text.replaceAll(answer, () => other);
      return [{ ...before, text, before, half: halfOf(answer) }];
    });
  });
}

/** The first foreign name of each sentence, replaced by another. */
function swappedNames(folder: string): readonly SwappedAnswer[] {
  return SETS.flatMap(([set, language]) => {
    const [name, others] = FOREIGN_NAMES[language] ?? [/^$/, []];
    const sentences = pagesOf(folder, set, language).flatMap((page) =>
      toSentences(page.slice(0, MAX_CHARS)).map((sentence) => ({ page, sentence: sentence.trim() })),
    );
    return sentences
      .filter(({ sentence }) => isFit(sentence) && name.test(sentence))
      .slice(0, MAX_SENTENCES)
      .map(({ page, sentence }, at) => {
        const before = { text: sentence, references: [page.slice(0, MAX_CHARS)], language };
        const own = name.exec(sentence)?.[0] ?? '';
        const text = sentence.replaceAll(own, () => others[at % others.length] ?? '');
        return { ...before, text, before, half: halfOf(sentence) };
      });
  });
}

function pagesOf(folder: string, set: string, language: string): readonly string[] {
  const path = `${folder}/selection/${set}.docs.jsonl.gz`;
  if (!existsSync(path)) return [];
  return readGzippedLines(path)
    .filter(({ doc }) => set === 'jsquad' || String(doc).startsWith(`${set}-${language}-`))
    .map(({ text }) => String(text));
}

function halfOf(text: string): 1 | 2 {
  return hashOf(text) % 2 === 0 ? 1 : 2;
}

function isFit({ length }: string): boolean {
  return length >= SHORTEST_CHARS && length <= LONGEST_CHARS;
}

function scriptOf(text: string): string {
  if (/\p{Script=Katakana}/u.test(text)) return 'Katakana';
  return /\p{Script=Latin}/u.test(text) ? 'Latin' : 'Han';
}
