import germanWords from '@sayso/text/languages/de/speech.json' with { type: 'json' };
import englishWords from '@sayso/text/languages/en/speech.json' with { type: 'json' };
import spanishWords from '@sayso/text/languages/es/speech.json' with { type: 'json' };
import frenchWords from '@sayso/text/languages/fr/speech.json' with { type: 'json' };
import italianWords from '@sayso/text/languages/it/speech.json' with { type: 'json' };
import portugueseWords from '@sayso/text/languages/pt/speech.json' with { type: 'json' };
import type { SpokenWords } from './locale.ts';
import {
  englishNumber,
  englishOrdinal,
  englishYear,
  frenchOrdinal,
  germanYear,
  italianOrdinal,
  portugueseOrdinal,
  spanishOrdinal,
} from './number-words.ts';

/** German. */
export const german: SpokenWords = {
  ...germanWords,
  code: 'de',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: null,
  ordinalForm: null,
  year: germanYear,
};

/** English, as spoken in the United States. */
export const english: SpokenWords = {
  ...englishWords,
  code: 'en',
  decimal: '.',
  one: /^1$/,
  number: englishNumber,
  ordinal: englishOrdinal,
  ordinalForm:
    /(?<![\p{L}\p{N}.,:/-])(\d{1,3}(?:,\d{3}){1,2}|\d{1,6})(st|nd|rd|th|ST|ND|RD|TH)(?![\p{L}\p{N}])/gu,
  year: englishYear,
};

/** Spanish, as spoken in Spain and understood everywhere. */
export const spanish: SpokenWords = {
  ...spanishWords,
  code: 'es',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: spanishOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})\.?([ºª]|er(?= \p{Ll}))(?![\p{L}\p{N}])/gu,
  year: null,
};

/** French, as spoken in France. */
export const french: SpokenWords = {
  ...frenchWords,
  code: 'fr',
  decimal: ',',
  one: /^[01](?:,\d+)?$/,
  number: null,
  ordinal: frenchOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})(er|re|ère|e|ème|ᵉ|nde?s?)(?![\p{L}\p{N}])/gu,
  year: null,
};

/** Italian. */
export const italian: SpokenWords = {
  ...italianWords,
  code: 'it',
  decimal: ',',
  one: /^1$/,
  number: null,
  ordinal: italianOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})([ºª°])(?![\p{L}\p{N}])/gu,
  year: null,
};

/** Portuguese, as spoken in Brazil and understood in Portugal. */
export const portuguese: SpokenWords = {
  ...portugueseWords,
  code: 'pt',
  decimal: ',',
  one: /^[01](?:,\d+)?$/,
  number: null,
  ordinal: portugueseOrdinal,
  ordinalForm: /(?<![\p{L}\p{N}.,:/-])(\d{1,2})\.?([ºª])(?![\p{L}\p{N}])/gu,
  year: null,
};
