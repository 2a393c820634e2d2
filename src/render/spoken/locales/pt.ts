import type { Locale } from './locale.ts';
import { portugueseOrdinal } from './number-words.ts';
import words from './pt.json' with { type: 'json' };

/** Portuguese, as spoken in Brazil and understood in Portugal. */
export const portuguese: Locale = {
  ...words,
  code: 'pt',
  decimal: ',',
  one: /^[01](?:,\d+)?$/,
  number: null,
  ordinal: portugueseOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})\.?([ºª])(?![\p{L}\p{N}])/gu,
  year: null,
  fractionBy: null,
  rulers: {
    ...words.rulers,
    // From eleven on, the numbers of rulers are cardinals.
    say: (number, isQueen) =>
      number > 10 ? String(number) : (portugueseOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number)),
  },
  roman: { ...words.roman, ending: null },
};
