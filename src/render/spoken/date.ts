import type { Locale } from './locales/locale.ts';
import { createMonths } from './months.ts';
import { fill, type Rule } from './rule.ts';

const ISO =
  /(?<![\p{L}\p{N}./-])(\d{4})([-/])(\d{1,2})(?:\2(\d{1,2}))?(?:T[\d:.]{4,12}Z?)?(?![\p{L}\p{N}]|[./-]\d)/gu;
const NUMERIC = /(?<![\p{L}\p{N}./-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\p{L}\p{N}]|[./-]\d)/gu;

/** `am 3.10.`: a day without a year, recognised by the word before it. */
const GERMAN_DAY =
  /(?<=(?<!\p{L})(?:[Aa]m|[Vv]om|[Bb]is|[Zz]um|[Aa]b|[Ss]eit|dem|den) )(\d{1,2})\.(\d{1,2})\.(?![\p{L}\p{N}])/gu;
const GERMAN_DAYS = /(?<![\p{L}\p{N}.,:/-])(\d{1,2}\.)\s?[-–]\s?(?=\d{1,2}\. \p{Lu})/gu;

/** Spells out dates, in digits or with the name of a month, in the order of the language. */
export function createDateRule(locale: Locale): Rule {
  const months = createMonths(locale);
  const sayIso = (written: string, year: string, mark: string, month: string, day?: string) => {
    if (day === undefined && (mark === '/' || month.length < 2)) return written;
    return months.say(Number(day ?? 0), Number(month), year) ?? written;
  };
  const sayNumeric = (written: string, one: string, mark: string, other: string, year: string) => {
    // May be a time or a score: 1.59, or 10-2-98 with a dash and a year of two digits.
    // In languages where the day is not first, 2.6.12 is a version.
    if ((mark === '-' || (mark === '.' && locale.monthFirst)) && year.length < 4) return written;
    const isMonthFirst = (locale.monthFirst && Number(one) <= 12) || Number(other) > 12;
    const said = isMonthFirst
      ? months.say(Number(other), Number(one), year)
      : months.sayDayFirst(Number(one), Number(other), year);
    return said ?? written;
  };
  const sayGermanDays = (text: string) =>
    text
      .replace(GERMAN_DAYS, (_, day: string) => fill(locale.range, { from: day, to: '' }))
      .replace(GERMAN_DAY, (written: string, day: string, month: string, at: number) => {
        const name = Number(day) > 31 ? undefined : locale.months[Number(month) - 1];
        if (name === undefined) return written;
        const endsSentence = /^\s+\p{Lu}/u.test(text.slice(at + written.length, at + written.length + 3));
        return `${Number(day)}. ${name}${endsSentence ? '.' : ''}`;
      });
  return (text) => {
    if (!/\d/.test(text)) return text;
    if (!/\d[./-]{1,2}\s?[\d–-]/.test(text)) return months.read(text);
    const said = text.replace(ISO, sayIso).replace(NUMERIC, sayNumeric);
    return months.read(locale.code === 'de' ? sayGermanDays(said) : said);
  };
}
