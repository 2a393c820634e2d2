import { K1, lengthNorm, type Match } from '@sayso/text/relevance.ts';
import { isStopWord } from '@sayso/text/words.ts';
import type { YieldIfDue } from '@sayso/text/yielding.ts';
import type { PageSentence } from './sentences.ts';
import type { SourceQuestion } from './source.ts';

/** A sentence is scored alone and together with its neighbours, in windows of these sizes. */
const WINDOWS = [1, 3, 5];
/** The number of sentences on each side in which the question's terms are counted. */
const REACH = 4;
/** The extra weight of a page's first sentence, which is its title if it has one; halved at this position. */
const POSITION_SHARE = 0.5;
const POSITION_HALF = 10;
/** The extra weight of the first page in the list compared with a late one. */
const PLACE_SHARE = 0.2;

/**
 * The relevance of each sentence of each page for a question: its BM25 score, alone and with its neighbours,
 * and the share of the question's terms around it; 0 if there are none. The beginning of a page and the first
 * pages count a little more. `pages` are in the engine's order, each with the term counts of its sentences.
 */
export async function score(
  pages: readonly (readonly Match[])[],
  weights: readonly number[],
  yieldIfDue: YieldIfDue,
): Promise<Float64Array[]> {
  const all = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const meanWords = meanWordsOf(pages);
  const scores: Float64Array[] = [];
  for (const [place, sentences] of pages.entries()) {
    const sums = sumsOf(sentences, weights.length);
    const placed = 1 + PLACE_SHARE / (place + 1);
    scores.push(
      Float64Array.from(sentences, (_, at) => {
        const relevance = relevanceOf({ sums, weights, meanWords }, at) / all;
        return relevance * placed * (1 + POSITION_SHARE / (1 + at / POSITION_HALF));
      }),
    );
    await yieldIfDue();
  }
  return scores;
}

function meanWordsOf(pages: readonly (readonly Match[])[]): number {
  let [words, sentences] = [0, 0];
  for (const page of pages) {
    sentences += page.length;
    for (const sentence of page) words += sentence.wordCount;
  }
  return words / sentences;
}

/**
 * Sums over the sentences before each position of a page, from which the sums of any window can be computed.
 */
type Sums = {
  /**
   * Occurrences of each term: one number for each term at the first position, then at the second, and so on.
   */
  readonly counts: Int32Array;
  /** Occurrences of any term. */
  readonly all: Int32Array;
  readonly words: Int32Array;
  readonly sentences: number;
};

function sumsOf(sentences: readonly Match[], terms: number): Sums {
  const counts = new Int32Array((sentences.length + 1) * terms);
  const all = new Int32Array(sentences.length + 1);
  const words = new Int32Array(sentences.length + 1);
  sentences.forEach((sentence, at) => {
    words[at + 1] = (words[at] ?? 0) + sentence.wordCount;
    let sum = all[at] ?? 0;
    counts.copyWithin((at + 1) * terms, at * terms, (at + 1) * terms);
    for (let term = 0; term < sentence.counts.length; term++) {
      const count = sentence.counts[term] ?? 0;
      counts[(at + 1) * terms + term] = (counts[at * terms + term] ?? 0) + count;
      sum += count;
    }
    all[at + 1] = sum;
  });
  return { counts, all, words, sentences: sentences.length };
}

type Scoring = { readonly sums: Sums; readonly weights: readonly number[]; readonly meanWords: number };

function relevanceOf(scoring: Scoring, at: number): number {
  const { sums } = scoring;
  const near = around(scoring, at, REACH);
  if (sums.all[near.from] === sums.all[near.to]) return 0;
  const share = sumOver(scoring, near, () => 1);
  return WINDOWS.reduce((sum, size) => sum + bm25(scoring, at, size), share);
}

function bm25(scoring: Scoring, at: number, size: number): number {
  const run = around(scoring, at, (size - 1) / 2);
  const words = (scoring.sums.words[run.to] ?? 0) - (scoring.sums.words[run.from] ?? 0);
  const norm = lengthNorm(words, scoring.meanWords * size);
  return sumOver(scoring, run, (count) => (count * (K1 + 1)) / (count + norm));
}

type Run = { readonly from: number; readonly to: number };

function around({ sums }: Scoring, at: number, reach: number): Run {
  return { from: Math.max(0, at - reach), to: Math.min(sums.sentences, at + reach + 1) };
}

/**
 * The sum of the weights of the terms in a run of sentences, each multiplied by a value that depends on how
 * often the term occurs.
 */
function sumOver({ sums, weights }: Scoring, { from, to }: Run, value: (count: number) => number): number {
  const terms = weights.length;
  let sum = 0;
  for (let term = 0; term < terms; term++) {
    const count = (sums.counts[to * terms + term] ?? 0) - (sums.counts[from * terms + term] ?? 0);
    if (count > 0) sum += (weights[term] ?? 0) * value(count);
  }
  return sum;
}

/** Words with a capital, numbers, and runs of katakana, which often write foreign names. */
const ANY_NAME = new RegExp(
  [
    String.raw`\p{Lu}(?<![\p{L}\p{M}\p{N}].)[\p{L}\p{M}\p{N}'’.,-]{0,40}`,
    String.raw`\p{N}(?<![\p{Lu}\p{Ll}\p{M}\p{N}].)[\p{Lu}\p{Ll}\p{N}'’.,-]{0,40}`,
    String.raw`[\p{Script=Katakana}ー]{2,40}`,
  ].join('|'),
  'gu',
);
/** The same for a text whose letters are all ASCII; this pattern takes a third of the time. */
const ASCII_NAME = /[A-Z0-9](?<![a-zA-Z0-9].)[a-zA-Z0-9'’.,-]{0,40}/g;
const BEYOND_ASCII = /[^\0-\x7f‘’“”–—…]/;
/** What may stand at the end of a run and is no part of the name. */
const ENDING = /(?:['’]s|[.,'’-])$/;

/**
 * The names and numbers of a sentence, in lower case, each once. The first word is left out unless it is a
 * number, because every sentence begins with a capital. In scripts without capitals, only numbers and runs of
 * katakana are found.
 */
export function namesOf(sentence: string): readonly string[] {
  const found = sentence.match(BEYOND_ASCII.test(sentence) ? ANY_NAME : ASCII_NAME) ?? [];
  const names = new Set<string>();
  for (const [at, run] of found.entries()) {
    const name = run.replace(ENDING, '').toLowerCase();
    const isWord = name.length >= 2 && !isStopWord(name) && !(at === 0 && isFirst(sentence, run));
    if (isWord || startsWithNumber(name)) names.add(name);
  }
  return [...names];
}

/** Whether a run begins the sentence, behind at most two marks. */
function isFirst(sentence: string, run: string): boolean {
  const index = sentence.indexOf(run);
  return index <= 2 && !/[\p{L}\p{N}]/u.test(sentence.slice(0, index));
}

/** Whether what `namesOf` found is a number, or begins with one: `1889`, `5th`. */
function startsWithNumber(name: string): boolean {
  return /^\p{N}/u.test(name);
}

/** The kind of answer that a question asks for, judged only by its words. */
type AnswerKind = 'number' | 'name' | 'other';

const NUMBER = anyOf(
  'how (?:many|much|old|long|far|tall|high|large|big)|when|what (?:percentage|number|year)|wann|wie viele?',
  'cuánt[oa]s?|cuándo|combien|quand|quant[aei]|quando|сколько|когда|kaç|bao nhiêu',
);
const NAME = anyOf(
  'who|whom|whose|which|where|wer|wem|wen|wo|welche[rsnm]?|quién(?:es)?|dónde|cuál|qui|où|quel(?:le)?s?|chi',
  'dove|quale|кто|где|какой|какая|kim|nerede|hangi|ποιος|ποια|πού|cine|unde|care',
);

/** Whether a question asks for a number or date, or for a name. */
export function answerKindOf(question: string): AnswerKind {
  if (NUMBER.test(question)) return 'number';
  return NAME.test(question) ? 'name' : 'other';
}

function anyOf(...words: readonly string[]): RegExp {
  return new RegExp(`(?:^|\\P{L})(?:${words.join('|')})(?!\\p{L})`, 'iu');
}

/** Whether some names and numbers (`namesOf`) are of the kind that is asked for; false for `other`. */
export function hasKind(names: readonly string[], kind: AnswerKind): boolean {
  if (kind === 'other') return false;
  return kind === 'name' ? names.length > 0 : names.some(startsWithNumber);
}

/** A period up to now; `unit` is null for what is newest or true now, which has no certain beginning. */
type AskedPeriod = { readonly unit: 'day' | 'week' | 'month' | 'year' | null; readonly firstDay: string };

/** The maximum age of a page that counts as current, and of one that counts as the latest, in days. */
const PRESENT_DAYS = 365;
const LATEST_DAYS = 90;
/** Words for a period up to now, in the most common languages, and its length in days; shorter ones first. */
const PERIODS: readonly (readonly [AskedPeriod['unit'], days: number, words: RegExp])[] = [
  [
    'day',
    0,
    period(
      "today|tonight|right now|heute|aujourd[’']hui|hoy|hoje|oggi|vandaag|dzisiaj|сегодня",
      '今天|今日|اليوم',
    ),
  ],
  [
    'week',
    7,
    period(
      '(?:this|the past) week|diese[rn]? Woche|cette semaine|esta semana|questa settimana|deze week|этой неделе',
      '本周|这周|今週|هذا الأسبوع',
    ),
  ],
  [
    'month',
    31,
    period(
      'this month|diese[nrs]? Monats?|ce mois|este m[eê]s|questo mese|deze maand|этом месяце',
      '本月|这个月|今月|هذا الشهر',
    ),
  ],
  [
    null,
    LATEST_DAYS,
    period(
      'latest|newest|most recent|neueste[nrs]?|más recientes?|mais recentes?|più recent[ei]|nieuwste|' +
        'dernières nouvelles|последние новости|najnowsz[aey]',
      '最新|أحدث',
    ),
  ],
  [
    'year',
    PRESENT_DAYS,
    period(
      "this year|diese[ms]? Jahre?s?|cette année|este a[nñ]o|quest[’']anno|dit jaar|этом году",
      '今年|هذا العام',
    ),
  ],
  [
    null,
    PRESENT_DAYS,
    period(
      'the current|currently|aktuelle?[nrs]?|derzeit|actuel(?:le)?s?|actuellement|actualmente|' +
        'atual(?:mente)?|attual[ei]|attualmente|huidige|obecnie',
    ),
  ],
];

/** @param unspaced words of languages that write none apart, or join them with others */
function period(words: string, unspaced?: string): RegExp {
  const apart = `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;
  return new RegExp(unspaced === undefined ? apart : `${apart}|${unspaced}`, 'iu');
}

/** The period up to now of which a question asks what is new or true; null if it asks for none. */
export function askedPeriod(text: string, nowMs = Date.now()): AskedPeriod | null {
  const [unit, days] = PERIODS.find(([, , words]) => words.test(text)) ?? [];
  if (unit === undefined || days === undefined) return null;
  return { unit, firstDay: new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10) };
}

/** The day of the newest source that has a date; null if none has. */
export function newestDay(sources: readonly { readonly publishedAt?: string }[]): string | null {
  const days = sources.map(({ publishedAt = '' }) => publishedAt.slice(0, 10));
  return (
    days
      .filter((day) => !Number.isNaN(Date.parse(day)))
      .sort()
      .at(-1) ?? null
  );
}

const YEAR = /(?<![\p{L}\p{N}.,])(?:19|20)\d{2}(?![\p{L}\p{N}]|[.,]\d)/gu;
const DAY_MS = 86_400_000;

/**
 * Returns a test for the date of a page: false if the date is known and outside the period of the question.
 * The period is that of the question's scope. If the scope has no beginning, the period begins with the first
 * year up to the present one that the question names, or a year ago if the question asks for the latest.
 */
export function periodTest(
  { text, scope: { since, until } }: Pick<SourceQuestion, 'text' | 'scope'>,
  nowMs = Date.now(),
): (publishedAt: string | null) => boolean {
  const first = since ?? firstDayOf(text, nowMs);
  return (publishedAt) => {
    const day = publishedAt?.slice(0, 10);
    return day === undefined || ((first === null || day >= first) && (until === null || day <= until));
  };
}

function firstDayOf(text: string, nowMs: number): string | null {
  const years = [...text.matchAll(YEAR)].map(([year]) => year).sort();
  const named = years.filter((year) => Number(year) <= new Date(nowMs).getUTCFullYear());
  if (named[0] !== undefined) return `${named[0]}-01-01`;
  return askedPeriod(text) === null
    ? null
    : new Date(nowMs - PRESENT_DAYS * DAY_MS).toISOString().slice(0, 10);
}

/** A page from which sentences are selected. */
export type ScoredPage = {
  /** Its sentences; if the page has a title, the title comes first. */
  readonly sentences: readonly PageSentence[];
  /** The question's terms in each of them. */
  readonly matches: readonly Match[];
  /** The relevance of each of them (`score`). */
  readonly scores: Float64Array;
  /** The tokens of the page's title, which are counted when the first of its sentences is selected. */
  readonly titleTokens: number;
};
