import { isAbbreviated } from '@sayso/text/sentences.ts';
import { isStopWord } from '@sayso/text/words.ts';
import { createFeetRule, createMeasureRule, createMoneyRule } from './amounts.ts';
import { createDateRule, createTimeRule, createYearRule } from './dates.ts';
import {
  alternatives,
  english,
  french,
  german,
  italian,
  portuguese,
  type Rule,
  type SpokenWords,
  spanish,
} from './languages.ts';
import { createFigureRule, createFractionRule, createOrdinalRule, createTelephoneRule } from './numbers.ts';
import { createRangeRule } from './ranges.ts';
import { createSignRule } from './signs.ts';

/** `Sr. Lopez` and `Co. Cork` differ from `King Sr.` and `Smith & Co.` */
const BEHIND_NAME = /(?:\p{Lu}[\p{L}\p{N}.’']*|&|and),? $/u;
/** A day of the week, or a separator between two. */
const DAY_BEFORE = /(?:[,/–-]|(?<!\p{L})(?:bis|und|am|jeden|Mo|Di|Mi|Do)\.?) ?$/u;
const YEAR = /^ ?(?:1[1-9]|20)\d\d(?![\d,]|\.\d)/;
/** Words that begin an English sentence but not a name. */
const OPENING = new RegExp(
  '^ (?:The|He|She|It|They|We|You|A|An|In|On|At|His|Her|Its|Their|This|That|These' +
    String.raw`|There|When|After|But|And)(?!\p{L})`,
  'u',
);
/** The number of characters around a stop that are examined. */
const REACH = 48;

/** Writes abbreviations in full: `No. 5` as `number 5`. A stop that also ends the sentence is kept. */
function createAbbreviationRule(locale: SpokenWords): Rule {
  const full = new Map(
    Object.entries({
      ...locale.abbreviations,
      ...locale.beforeName,
      ...locale.beforeNumber,
    }).map(([form, said]) => [squeeze(form), said]),
  );
  const closing = new Map<string, Closing>([
    ...locale.closing.map((form) => [squeeze(form), 'always'] as const),
    ...locale.behindNames.map((form) => [squeeze(form), 'unless a name goes on'] as const),
  ]);
  const plain = withOptionalBlanks(alternatives(Object.keys(locale.abbreviations)));
  const numbered = withOptionalBlanks(
    alternatives(Object.keys({ ...locale.beforeNumber, ...locale.beforeYear })),
  );
  const named = Object.keys(locale.beforeName);
  const name =
    named.length === 0 ? '' : `|(?:${alternatives(named)})(?=(?<=-|\\s)\\p{Lu}|\\s\\p{Lu}[\\p{Ll}’'])`;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.])(?:(?:${plain})(?![\\p{L}\\p{N}])|(?:${numbered})(?=\\s?\\d)${name})`,
    'gu',
  );
  const inYear = (form: string, after: string) => (YEAR.test(after) ? locale.beforeYear?.[form] : undefined);
  return (text) =>
    text.replace(pattern, (form: string, at: number) => {
      const before = text.slice(Math.max(0, at - REACH), at);
      const ends = closing.get(squeeze(form)) ?? 'never';
      if (ends === 'unless a name goes on' && !BEHIND_NAME.test(before)) return form;
      const unit = form.endsWith('.') && /\d ?$/.test(before) ? locale.units[form.slice(0, -1)] : undefined;
      const end = at + form.length;
      const after = text.slice(end, end + REACH);
      if (unit !== undefined) return sayUnit(form, after, locale.code);
      if (isOther(form, before, after, locale.code)) return form;
      const said = inYear(form, after) ?? full.get(squeeze(form)) ?? form;
      return said + endOf(text, end, ends);
    });
}

/** True if the form means something else: the `h` of `km/h`, `Me Too`, `Fr.` for Friday, `Baker St.`. */
function isOther(form: string, before: string, after: string, language: SpokenWords['code']): boolean {
  if (form === 'h') return before.endsWith('/');
  if (form === 'Me') return /^ Too(?!\p{L})/u.test(after);
  if (form === 'Fr.') return language === 'de' && DAY_BEFORE.test(before);
  return language === 'en' && (form === 'St.' || form === 'Dr.') && isStreet(before, after);
}

/**
 * `Wall St. Journal`, `28 Elm St. Boston`, and `Baker St. The`, where a word that is not a name begins a
 * sentence after a name, or no name follows.
 */
function isStreet(before: string, after: string): boolean {
  if (/(?<!\p{L})(?:Wall|Main|Downing|Fleet) $/u.test(before)) return true;
  if (/(?<!\p{L})\d{1,5} \p{Lu}\p{Ll}{1,20} $/u.test(before)) return true;
  const name = /(?:^|\s)(\p{Lu}\p{Ll}{2,}) $/u.exec(before)?.[1];
  if (name === undefined || isStopWord(name.toLowerCase())) return false;
  return OPENING.test(after) || !/^\s\p{Lu}/u.test(after);
}

/** Whether the stop of an abbreviation may end a sentence, and a name before it continue after it. */
type Closing = 'never' | 'always' | 'unless a name goes on';

/**
 * In `20 min.`, the unit does not mean a minimum: it stays, with the stop that ends a sentence. German nouns
 * have capitals, so a capital after the stop does not show a new sentence.
 */
function sayUnit(form: string, after: string, language: SpokenWords['code']): string {
  const next = /^\s+["“‘„(]?(\p{Lu}\p{L}*)/u.exec(after)?.[1];
  const begins =
    next !== undefined &&
    (language !== 'de' || isStopWord(next.toLowerCase()) || /^(?:Dann|Danach|Nun)$/.test(next));
  return begins || /^(?:\s*$|["”’“])/u.test(after) ? form : form.slice(0, -1);
}

/** The text to add after the words: a space before an adjacent number, or the stop that ends the sentence. */
function endOf(text: string, end: number, closing: Closing): string {
  if (/\d/.test(text.charAt(end))) return ' ';
  if (closing === 'never' || !/^\s+["“‘(]?\p{Lu}/u.test(text.slice(end, end + 5))) return '';
  if (closing === 'always') return '.';
  const before = `${text.slice(Math.max(0, end - REACH), end)} `;
  return isAbbreviated(before, text.slice(end, end + REACH).trimStart()) ? '' : '.';
}

/** A form without spaces, in which abbreviations are looked up. */
function squeeze(form: string): string {
  return form.replace(/\s/g, '');
}

/** `z. B.` is also written without the space, or with a narrow one. */
function withOptionalBlanks(pattern: string): string {
  return pattern.replaceAll(' ', '\\s?');
}

const NUMBER = /[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/;

/**
 * All rules of a language, combined into one. The order matters: codes before dates, dates before ranges,
 * years last.
 *
 * Of 260 pairs of written and spoken English (`npm run bench -- speech`), 187 sound the same. Removing one of
 * the following rules lowers this number: by 32 for money, 21 for year, 20 for date, 9 for measure, 8 for
 * telephone, 5 for range and time, 4 for ordinal and sign, and 2 for figure, fraction and abbreviation. The
 * pairs do not show a benefit of the rule for feet. It stays because espeak-ng reads `6'2"` as "six two".
 */
function createVerbaliser(locale: SpokenWords): Rule {
  const abbreviation = createAbbreviationRule(locale);
  const sign = createSignRule(locale);
  const joined = [createTelephoneRule(locale), createDateRule(locale), createRangeRule(locale)];
  const single = [
    createOrdinalRule(locale),
    createTimeRule(locale),
    createFeetRule(locale),
    createFractionRule(locale),
    createMoneyRule(locale),
    createMeasureRule(locale),
    createFigureRule(locale),
  ];
  const year = createYearRule(locale);
  return (text) => {
    let said = abbreviation(text);
    const hasNumber = NUMBER.test(said);
    if (hasNumber) for (const rule of joined) said = rule(said);
    said = sign(said);
    if (hasNumber) for (const rule of single) said = rule(said);
    return hasNumber ? year(said) : said;
  };
}

/** The words of a language and its rules for speech. */
export type Speaker = {
  /** Null for a language without rules: the speech then adds no words to the text. */
  readonly locale: SpokenWords | null;
  /** Writes numbers, dates, sums and abbreviations as spoken; without rules, returns the text as it is. */
  readonly verbalise: Rule;
};

const NOBODY: Speaker = { locale: null, verbalise: (text) => text };

const locales = [english, spanish, german, french, portuguese, italian];
/** The speakers in use, by language. Most services answer in one or two languages. */
const speakers = new Map<string, Speaker>();

/** The speaker of a language by its BCP 47 tag, in any case; without rules, it adds no words. */
export function speakerOf(language: string): Speaker {
  const code = language.toLowerCase().split('-', 1)[0] ?? '';
  const cached = speakers.get(code);
  if (cached !== undefined) return cached;
  const locale = locales.find((each) => each.code === code);
  if (locale === undefined) return NOBODY;
  const speaker = { locale, verbalise: createVerbaliser(locale) };
  speakers.set(code, speaker);
  return speaker;
}
