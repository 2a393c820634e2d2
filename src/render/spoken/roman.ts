import type { Locale } from './locale.ts';
import { alternatives, type Rule } from './rule.ts';

const BELOW_10 = '(?:IX|IV|V?I{0,3})';
/** Up to 39; larger ones are too often letters (`XL`, `CD`, `MIX`). */
const SMALL = `(?=[IVX])X{0,3}${BELOW_10}`;
/** Up to 89, where the word before says that it is a number. */
const LARGE = `(?=[IVXL])(?:XL|LX{0,3}|X{0,3})${BELOW_10}`;
const NOT_IN_WORD = "(?![\\p{L}\\p{N}’'-]|\\.\\p{L})";
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };
const REACH = 24;

/** Roman numerals beside a name or a word that has numbers: `Louis XIV`, `World War II`, `siglos XV y XVI`, `XXe siècle`. */
export function createRomanRule(locale: Locale): Rule {
  const { rulers, roman, ordinal } = locale;
  const afterWord = new RegExp(
    `(?<=(?<![\\p{L}\\p{N}])(\\p{L}{3,20})\\.? )(?:(${SMALL})(?:(?=['’]s?(?!\\p{L}))|${NOT_IN_WORD})|(${LARGE})${NOT_IN_WORD})(\\.(?= \\p{Ll}))?`,
    'gu',
  );
  const next = new RegExp(`(?<=\\d(?: (?:${alternatives(roman.and)}) |[-–]))(${SMALL})${NOT_IN_WORD}`, 'gu');
  const behind = alternatives(Object.keys(roman.after));
  const joined = `(?: (?:${alternatives(roman.and)}) |[-–])`;
  const beforeWord = new RegExp(
    `(?<![\\p{L}\\p{N}])(${SMALL})(?=(?:${joined}${SMALL})? (${behind})(?!\\p{L}))`,
    'gu',
  );
  const withEnding =
    roman.ending === null
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}])(${SMALL})(${roman.ending.source})(?![\\p{L}\\p{N}’'])`, 'gu');

  function sayAfter(
    written: string,
    word: string,
    small: string | undefined,
    large: string | undefined,
    _stop: string | undefined,
    at: number,
    text: string,
  ): string {
    const numeral = small ?? large ?? '';
    const value = toNumber(numeral);
    const rest = written.slice(numeral.length);
    if (roman.before.has(word.toLowerCase())) return String(value) + rest;
    if (small === undefined) return written;
    const isQueen = rulers.queens.has(word);
    if (isQueen || rulers.names.has(word) || hasTitle(text.slice(Math.max(0, at - REACH), at)))
      return rulers.say(value, isQueen);
    const isName = numeral.length > 1 && /^\p{Lu}\p{Ll}/u.test(word);
    return isName ? String(value) + rest : written;
  }

  const hasTitle = (before: string) => {
    const words = before.trimEnd().split(' ');
    return /^\p{Lu}/u.test(words.at(-1) ?? '') && rulers.titles.has(words.at(-2) ?? '');
  };
  // The first of something never ends in a bare `e`.
  const sayOrdinal = (written: string, numeral: string, ending: string) =>
    written === 'Ie' ? written : (ordinal?.(toNumber(numeral), ending) ?? written);

  return (text) => {
    if (!/[IVXL](?!\p{Ll}{3})/u.test(text)) return text;
    let said = withEnding === null ? text : text.replace(withEnding, sayOrdinal);
    if (behind !== '')
      said = said.replace(beforeWord, (written: string, numeral: string, word: string) =>
        sayOrdinal(written, numeral, roman.after[word] ?? ''),
      );
    return said.replace(afterWord, sayAfter).replace(next, (_, numeral: string) => String(toNumber(numeral)));
  };
}

function toNumber(numeral: string): number {
  let sum = 0;
  for (let at = 0; at < numeral.length; at++) {
    const value = VALUES[numeral.charAt(at)] ?? 0;
    sum += value < (VALUES[numeral.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}
