import words from './es.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import { spanishOrdinal } from './number-words.ts';

/** Spanish, as spoken in Spain and understood everywhere. */
export const spanish: Locale = {
  ...words,
  code: 'es',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: spanishOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})\.?([ºª]|er(?= \p{Ll}))(?![\p{L}\p{N}])/gu,
  year: null,
  fractionBy: null,
  rulers: {
    ...words.rulers,
    // From eleven on, the numbers of rulers are cardinals.
    say: (number, isQueen) =>
      number > 10 ? String(number) : (spanishOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number)),
  },
  roman: { ...words.roman, ending: null },
};
