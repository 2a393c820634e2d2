import germanWords from './de.json' with { type: 'json' };
import englishWords from './en.json' with { type: 'json' };
import spanishWords from './es.json' with { type: 'json' };
import frenchWords from './fr.json' with { type: 'json' };
import italianWords from './it.json' with { type: 'json' };
import type { Locale } from './locale.ts';
import {
  englishHalves,
  englishNumber,
  englishOrdinal,
  englishWhole,
  englishYear,
  frenchOrdinal,
  germanFraction,
  germanOrdinal,
  germanYear,
  italianOrdinal,
  portugueseOrdinal,
  spanishOrdinal,
} from './number-words.ts';
import portugueseWords from './pt.json' with { type: 'json' };

/** German. */
export const german: Locale = {
  ...germanWords,
  code: 'de',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: null,
  ordinalForm: null,
  year: germanYear,
  fractionBy: germanFraction,
  rulers: {
    ...germanWords.rulers,
    say: (number, isQueen) => `${isQueen ? 'die' : 'der'} ${germanOrdinal(number)}`,
  },
  roman: { ...germanWords.roman, ending: null },
};

/** English, as spoken in the United States. */
export const english: Locale = {
  ...englishWords,
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
    ...englishWords.streets,
    house: (number) =>
      number % 1000 === 0 ? englishWhole(number) : englishHalves(Math.floor(number / 100), number % 100),
  },
  rulers: { ...englishWords.rulers, say: (number) => `the ${englishOrdinal(number)}` },
  roman: { ...englishWords.roman, ending: null },
};

/** Spanish, as spoken in Spain and understood everywhere. */
export const spanish: Locale = {
  ...spanishWords,
  code: 'es',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: spanishOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})\.?([ºª]|er(?= \p{Ll}))(?![\p{L}\p{N}])/gu,
  year: null,
  fractionBy: null,
  rulers: {
    ...spanishWords.rulers,
    // From eleven on, the numerals in monarchs' names are read as cardinal numbers.
    say: (number, isQueen) =>
      number > 10 ? String(number) : (spanishOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number)),
  },
  roman: { ...spanishWords.roman, ending: null },
};

/** French, as spoken in France. */
export const french: Locale = {
  ...frenchWords,
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
    ...frenchWords.rulers,
    // From two on, the numbers of rulers are cardinals.
    say: (number, isQueen) => (number > 1 ? String(number) : isQueen ? 'première' : 'premier'),
  },
  roman: { ...frenchWords.roman, ending: /(?:er|re|ère|e|ème|ᵉ)/ },
};

/** Italian. */
export const italian: Locale = {
  ...italianWords,
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
    ...italianWords.rulers,
    say: (number, isQueen) => italianOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number),
  },
  roman: { ...italianWords.roman, ending: null },
};

/** Portuguese, as spoken in Brazil and understood in Portugal. */
export const portuguese: Locale = {
  ...portugueseWords,
  code: 'pt',
  decimal: ',',
  one: /^[01](?:,\d+)?$/,
  number: null,
  ordinal: portugueseOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})\.?([ºª])(?![\p{L}\p{N}])/gu,
  year: null,
  fractionBy: null,
  rulers: {
    ...portugueseWords.rulers,
    // From eleven on, the numbers of rulers are cardinals.
    say: (number, isQueen) =>
      number > 10 ? String(number) : (portugueseOrdinal(number, isQueen ? 'ª' : 'º') ?? String(number)),
  },
  roman: { ...portugueseWords.roman, ending: null },
};
