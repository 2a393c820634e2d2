import { isStopWord } from '@sayso/text/words.ts';
import { type Name, nameFor, type SpokenWords } from '../languages/locale.ts';

/** A bounded pattern for a number, with separators or spaces between thousands. */
export const AMOUNT = "\\d{1,15}(?:[.,'’\\u00a0\\u202f ]\\d{3}(?!\\d)){0,5}(?:[.,]\\d{1,9})?|\\.\\d{1,9}";

/**
 * The number in a form that every speech engine reads in the same way: in words if the language has them
 * here, otherwise without spaces between thousands. In languages that say years in words, whole thousands get
 * the separator of the language, so that `1500 kg` is not read as a year.
 */
export function plainAmount(amount: string, locale: SpokenWords): string {
  const words = locale.number?.(amount) ?? null;
  if (words !== null) return words;
  const joined = amount.replace(/['’\u00a0\u202f ]/g, '');
  if (locale.year === null || !/^\d{4,15}$/.test(joined))
    return joined.startsWith('.') ? `0${joined}` : joined;
  return joined.replace(/\B(?=(?:\d{3})+$)/g, locale.decimal === '.' ? ',' : '.');
}

/** The whole part and the hundredths of a sum of money; null unless it has one or two decimals. */
export function splitCents(amount: string, locale: SpokenWords): { whole: string; cents: string } | null {
  const at = amount.lastIndexOf(locale.decimal);
  const cents = at < 0 ? '' : amount.slice(at + 1);
  if (!/^\d{1,2}$/.test(cents)) return null;
  return { whole: amount.slice(0, at) || '0', cents: String(Number(cents.padEnd(2, '0'))) };
}

/** A large number with its noun: `15 billion dollars`; `form` is as written, such as `bn`. */
export function toScaledWords(amount: string, form: string, name: Name, locale: SpokenWords): string {
  const scaled = locale.scales[form.replace('.', '')] ?? form;
  const many = name.split('|').at(-1) ?? name;
  const isLarge = scaled.includes('|') || locale.scaleOf === ' ';
  const number = `${plainAmount(amount, locale)} ${nameFor(amount, scaled, locale)}`;
  return number + joinOf(isLarge ? locale.scaleOf : ' ', many);
}

/**
 * The noun with the word that joins it to the number. In French, that word is `d'` before a vowel or an `h`,
 * otherwise `de`: `millions d'euros`.
 */
export function joinOf(join: string, name: string): string {
  return join === " d'" && /^[^aeiouéèh]/i.test(name) ? ` de ${name}` : join + name;
}

/** A text, and where one part of it begins and ends. */
export type Place = { readonly text: string; readonly from: number; readonly to: number };

const ARTICLE = /(?:^|\s)an?\s$/i;
const NEXT_WORD = /^[ -](\p{Ll}{2,})/u;
/** Words that are neither descriptive nor stop words. */
const NO_NOUN: ReadonlySet<string> = new Set(
  (
    'per less ago away ahead apart each without within across around along earlier later though ' +
    'although since until till'
  ).split(' '),
);
const REACH = 20;

/** A measure or sum in words; in English, singular before a noun: `a twenty dollar bill`. */
export function inSingularBeforeNoun(
  said: string,
  name: Name,
  { text, from, to }: Place,
  locale: SpokenWords,
): string {
  if (locale.code !== 'en' || !ARTICLE.test(text.slice(Math.max(0, from - 3), from))) return said;
  const [one = '', many = one] = name.split('|');
  const next = NEXT_WORD.exec(text.slice(to, to + REACH))?.[1];
  if (next === undefined || isStopWord(next) || NO_NOUN.has(next) || !said.endsWith(` ${many}`)) return said;
  return said.slice(0, said.length - many.length) + one;
}
