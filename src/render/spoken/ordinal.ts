import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

const ENGLISH = /(?<![\p{L}\p{N}.,:/-])(?:([1-9]?1)st|([1-9]?2)nd|([1-9]?3)rd|(\d{1,2})th)(?![\p{L}\p{N}])/gu;

/** Ordinals in figures with letters behind them (`21st`), as words where the language has them as words. */
export function createOrdinalRule(locale: Locale): Rule {
  const { ordinal } = locale;
  if (ordinal === null) return (text) => text;
  return (text) => {
    if (!/\d(?:st|nd|rd|th)/.test(text)) return text;
    return text.replace(ENGLISH, (written) => {
      const number = Number.parseInt(written, 10);
      // 11st, 12nd and 13rd are slips; how they are said is anybody's guess.
      return number > 10 && number < 14 && !written.endsWith('th') ? written : ordinal(number);
    });
  };
}
