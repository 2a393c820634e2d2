import words from './fr.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import { frenchOrdinal } from './number-words.ts';

/** French, as spoken in France. */
export const french: Locale = {
  ...words,
  code: 'fr',
  decimal: ',',
  one: /^[01](?:,\d+)?$/,
  number: null,
  ordinal: frenchOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})(er|re|ère|e|ème|ᵉ|nde?s?)(?![\p{L}\p{N}])/gu,
  year: null,
  fractionBy: (under) => {
    const name = frenchOrdinal(under);
    return name === null ? null : `${name}|${name}s`;
  },
  rulers: {
    ...words.rulers,
    // From two on, the numbers of rulers are cardinals.
    say: (number, isQueen) => (number > 1 ? String(number) : isQueen ? 'première' : 'premier'),
  },
  roman: { ...words.roman, ending: /(?:er|re|ère|e|ème|ᵉ)/ },
};
