import type { Locale } from './locales/locale.ts';

/** A bounded pattern for a number, with separators or spaces between thousands. */
export const AMOUNT = "\\d{1,15}(?:[.,'’\\u00a0\\u202f ]\\d{3}(?!\\d)){0,5}(?:[.,]\\d{1,9})?|\\.\\d{1,9}";

/**
 * The number in a form that every engine reads alike: in words if the language has them here, otherwise
 * without spaces between thousands. In languages that say years in words, whole thousands get the separator
 * of the language, so that `1500 kg` is not read as a year.
 */
export function plainAmount(amount: string, locale: Locale): string {
  const words = locale.number?.(amount) ?? null;
  if (words !== null) return words;
  const joined = amount.replace(/['’\u00a0\u202f ]/g, '');
  if (locale.year === null || !/^\d{4,15}$/.test(joined))
    return joined.startsWith('.') ? `0${joined}` : joined;
  return joined.replace(/\B(?=(?:\d{3})+$)/g, locale.decimal === '.' ? ',' : '.');
}

/** The whole part and the hundredths of a sum of money; null unless it has one or two decimals. */
export function splitCents(amount: string, locale: Locale): { whole: string; cents: string } | null {
  const at = amount.lastIndexOf(locale.decimal);
  const cents = at < 0 ? '' : amount.slice(at + 1);
  if (!/^\d{1,2}$/.test(cents)) return null;
  return { whole: amount.slice(0, at) || '0', cents: String(Number(cents.padEnd(2, '0'))) };
}
