import { QUOTE_WORDS } from '../text/languages/quote-words.ts';
import { monthNames } from '../text/month-names.ts';
import { once } from '../text/once.ts';
import { isStopWord } from '../text/words.ts';
import type { ExpectedAnswerType } from './kind.ts';
import lists from './words.json' with { type: 'json' };

/** A name, number or date in lower case, and where it begins in its sentence, in characters. */
export type AnswerEntity = { readonly name: string; readonly at: number };

/** What a sentence could answer with: only entities that its question does not name. */
export type AnswerEntities = {
  /** Capitalised words, and runs of katakana. */
  readonly names: readonly AnswerEntity[];
  /** Numbers and the words for them, years excluded. */
  readonly numbers: readonly AnswerEntity[];
  /** Years and names of months. */
  readonly dates: readonly AnswerEntity[];
};

const TOKEN = new RegExp(
  String.raw`[\p{Script=Katakana}ー]{2,40}|\p{N}[\p{N}.,:]{0,20}` +
    String.raw`|\p{L}(?<![\p{L}\p{M}\p{N}].)[\p{L}\p{M}\p{N}'’-]{0,40}`,
  'gu',
);
const NAME = /^(?:\p{Lu}|[\p{Script=Katakana}ー])/u;
const NUMBER = /^\p{N}/u;
const YEAR = /^(?:1\d|20)\d\d$/;
const ENDING = /(?:['’]s|[.,:'’-])+$/;
const UNSPACED_DATE = /\p{N}\s?(?:年|月|日|世紀|世纪)/u;
const UNIT = new RegExp(
  String.raw`[$€£¥₹]\s?\p{N}|\p{N}\s?(?:%|°|[$€£¥])` +
    String.raw`|\p{N}\s?(?:${lists.units.split(' ').join('|')})(?![a-z])`,
  'u',
);
/** The languages of `QUOTE_WORDS`, and others. */
const MONTHS_IN = [...Object.keys(QUOTE_WORDS), 'tr', 'ro', 'el', 'pl'];
/** Shorter forms are also other words: "mar", "may". */
const LEAST_MONTH_CHARS = 4;

const months = once(() => {
  const names = MONTHS_IN.flatMap((code) => [...monthNames(code).keys()]);
  return new Set(names.filter((name) => name.length >= LEAST_MONTH_CHARS));
});
const numberWords = new Set(lists.numbers.split(' '));
const reasonWords = new Set(Object.values(QUOTE_WORDS).flatMap(({ reasons }) => reasons.split(' ')));
const unspacedReasons = lists.unspacedReasons.split(' ');

/** The entities in a sentence; `asked` has the words of the question. */
export function extractEntities(text: string, asked: ReadonlySet<string>): AnswerEntities {
  const entities = {
    names: [] as AnswerEntity[],
    numbers: [] as AnswerEntity[],
    dates: [] as AnswerEntity[],
  };
  for (const [nth, { 0: run, index: at }] of [...text.matchAll(TOKEN)].entries()) {
    const name = run.replace(ENDING, '').toLowerCase();
    if (name === '' || asked.has(name)) continue;
    // Every sentence begins with a capital.
    const list = entityTypeOf(run, name, nth === 0 && at <= 2);
    if (list !== null) entities[list].push({ name, at });
  }
  // Only that there is a date counts, so all of these have the same empty name.
  if (entities.dates.length === 0 && UNSPACED_DATE.test(text)) entities.dates.push({ name: '', at: 0 });
  return entities;
}

function entityTypeOf(run: string, name: string, isFirst: boolean): keyof AnswerEntities | null {
  if (YEAR.test(name) || (months().has(name) && NAME.test(run))) return 'dates';
  if (NUMBER.test(name) || numberWords.has(name)) return 'numbers';
  return !isFirst && name.length > 1 && NAME.test(run) && !isStopWord(name) ? 'names' : null;
}

/** The entities that answer this kind of question; a question that names no kind may ask for any of them. */
export function expectedEntities(
  { names, numbers, dates }: AnswerEntities,
  kind: ExpectedAnswerType,
): readonly AnswerEntity[] {
  if (kind === 'person' || kind === 'place' || kind === 'name') return names;
  if (kind === 'date') return dates;
  if (kind === 'number') return numbers;
  return kind === 'which' || kind === 'other' ? [...names, ...numbers, ...dates] : [];
}

/** Whether some number of a text has a unit, a currency or a per cent sign. */
export function hasUnit(text: string): boolean {
  return UNIT.test(text);
}

/** Whether a sentence has a word that introduces a reason; `words` are its words. */
export function hasReason(text: string, words: readonly string[]): boolean {
  return words.some((word) => reasonWords.has(word)) || unspacedReasons.some((word) => text.includes(word));
}
