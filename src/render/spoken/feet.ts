import type { Locale } from './locales/locale.ts';
import type { Rule } from './rule.ts';

/** After degrees, or from twelve on, the second number is a count of seconds. */
const MARKS = /(?<![\p{L}\p{N}.,]|°\s?)(\d{1,2})\s?[\u2032'’]\s?(\d|1[01])\s?[\u2033"”](?![\p{L}\p{N}])/gu;
/** Feet and inches, or inches before a noun; `ranked 5 in the world` contains none. */
const FOOT_AND_INCH =
  /(?<![\p{L}\p{N}.,])(\d{1,3})[ -]?(?:ft|foot|feet)\.?,? (\d|1[01])[ -]?in(?![\p{L}\p{N}])/gu;
const INCHES =
  /(?<![\p{L}\p{N}.,])(\d{1,4}(?:\.\d{1,3})?)(?:[ -]?in\.(?!\s*$|\s+\p{Lu})|[ -]?in(?=\.|[),;]| (?:long|wide|tall|high|deep|thick|by|x|×)(?!\p{L})))/gu;

const BEFORE_NOUN = /(?:^|\s)an?\s$/i;

/**
 * Feet and inches, written as abbreviations or quotation marks: `6\'2"` as `6 feet 2 inches`. Only for
 * English.
 */
export function createFeetRule(locale: Locale): Rule {
  if (locale.code !== 'en') return (text) => text;
  const inches = (number: string) => `${number} ${number === '1' ? 'inch' : 'inches'}`;
  const both = (written: string, feet: string, rest: string, at: number, text: string) =>
    BEFORE_NOUN.test(text.slice(Math.max(0, at - 3), at)) &&
    /^ \p{Ll}{3}/u.test(text.slice(at + written.length, at + written.length + 4))
      ? `${feet} foot ${rest}`
      : `${feet} ${feet === '1' ? 'foot' : 'feet'} ${inches(rest)}`;
  return (text) => {
    if (!/\d\s?[\u2032'’]\s?\d|\d[ -]?in(?!\p{L})/u.test(text)) return text;
    return text
      .replace(MARKS, both)
      .replace(FOOT_AND_INCH, both)
      .replace(INCHES, (form: string, number: string) =>
        form.includes('-') ? `${number} inch` : inches(number),
      );
  };
}
