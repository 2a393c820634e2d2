import words from './de.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import { germanFraction, germanOrdinal, germanYear } from './number-words.ts';

/** German. */
export const german: Locale = {
  ...words,
  code: 'de',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: null,
  ordinalForm: null,
  year: germanYear,
  fractionBy: germanFraction,
  rulers: {
    ...words.rulers,
    say: (number, isQueen) => `${isQueen ? 'die' : 'der'} ${germanOrdinal(number)}`,
  },
  roman: { ...words.roman, ending: null },
};
