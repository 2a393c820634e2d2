import words from './it.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import { italianOrdinal } from './number-words.ts';

/** Italian. */
export const italian: Locale = {
  ...words,
  code: 'it',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: italianOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})([ºª°])(?![\p{L}\p{N}])/gu,
  year: null,
  fractionBy: (under) => {
    const name = italianOrdinal(under);
    return name === null ? null : `${name}|${name.replace(/o$/, 'i')}`;
  },
  rulers: {
    ...words.rulers,
    say: (number, isQueen) => italianOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number),
  },
  roman: { ...words.roman, ending: null },
};
