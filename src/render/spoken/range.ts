import type { Locale } from './locale.ts';
import { fill, type Rule } from './rule.ts';

const PART = '[$€£¥]?\\d{1,4}(?:[.,]\\d{1,3})*(?:[:.]\\d\\d)?';
/** A hyphen between two numbers that stand close, or a dash. Not in codes with more than one of them, nor before letters of a name. */
const RANGE = new RegExp(
  `(?<![\\p{L}\\p{N}.,:/–-])(${PART})((?:s|er|%|\\s?[ap]\\.?m\\.?|\\s?°[CF]?|\\s?[€£]|\\s?kg|\\s?km|\\s?h)?)(?:-|\\s?[–—]\\s?)(${PART})(?!\\d|[.,:/–-]\\d|-\\p{L}|\\p{L}\\d)`,
  'gu',
);

/** Two numbers with a dash between them: `3–5` as `3 to 5`. A second one that is smaller is a score. */
export function createRangeRule(locale: Locale): Rule {
  return (text) => {
    if (!/\d[\w.%$€£°]{0,4}\s?[-–—]\s?[$€£¥]?\d/.test(text)) return text;
    return text.replace(RANGE, (written: string, from: string, unit: string, to: string, at: number) => {
      // An equation, not a range.
      if (/^\s?=/.test(text.slice(at + written.length, at + written.length + 2))) return written;
      const isDown = unit === '' && isLess(to, from);
      // 747-400 is a name.
      if (isDown && from.length > 2) return written;
      const template = isDown ? locale.score : locale.range;
      return fill(template, { from: from + unit, to });
    });
  };
}

/** Whether a number is less than the one before it. `2020-21` is a season: its end is short for 2021. */
function isLess(to: string, from: string): boolean {
  if (/^\d{4}$/.test(from) && /^\d\d$/.test(to)) return false;
  return Number(to.replace(/[^\d]/g, '')) < Number(from.replace(/[^\d]/g, ''));
}
