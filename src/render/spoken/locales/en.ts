import words from './en.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import { englishHalves, englishNumber, englishOrdinal, englishWhole, englishYear } from './number-words.ts';

/** English, as spoken in the United States. */
export const english: Locale = {
  ...words,
  code: 'en',
  decimal: '.',
  one: /^1$/,
  number: englishNumber,
  ordinal: englishOrdinal,
  ordinalForm:
    /(?<![\p{L}\p{N}.,:/-])(\d{1,3}(?:,\d{3}){1,2}|\d{1,6})(st|nd|rd|th|ST|ND|RD|TH)(?![\p{L}\p{N}])/gu,
  year: englishYear,
  fractionBy: (under) => {
    const name = (englishOrdinal(under) ?? '').replace(/^one /, '');
    return `${name}|${name}s`;
  },
  streets: {
    ...words.streets,
    house: (number) =>
      number % 1000 === 0 ? englishWhole(number) : englishHalves(Math.floor(number / 100), number % 100),
  },
  rulers: { ...words.rulers, say: (number) => `the ${englishOrdinal(number)}` },
  roman: { ...words.roman, ending: null },
};
