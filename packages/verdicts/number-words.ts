import { toCardinal as inGerman } from 'n2words/de-DE';
import { toCardinal as inEnglish } from 'n2words/en-GB';
import { toCardinal as inSpanish } from 'n2words/es-ES';
import { toCardinal as inFrench } from 'n2words/fr-FR';
import { toCardinal as inItalian } from 'n2words/it-IT';
import { toCardinal as inPortuguese } from 'n2words/pt-PT';

const CARDINALS: Readonly<Record<string, readonly ((value: number) => string)[]>> = {
  en: [inEnglish],
  de: [inGerman, (value) => inGerman(value).replace('ß', 'ss')],
  fr: [inFrench],
  es: [inSpanish, (value) => inSpanish(value).replace(/uno$/, 'una')],
  pt: [inPortuguese],
  it: [inItalian],
};
/** Forms that n2words does not write: a feminine, an accent, a short form, and the spelling of Brazil. */
const OTHER_WORDS: Readonly<Record<string, readonly (readonly [word: string, value: number])[]>> = {
  es: [
    ['dieciséis', 16],
    ['veintiún', 21],
  ],
  pt: [
    ['duas', 2],
    ['quatorze', 14],
    ['dezesseis', 16],
    ['dezessete', 17],
    ['dezenove', 19],
  ],
};
/** From two upwards: `one` is too often an article or a pronoun. */
const SMALLEST = 2;
const LARGEST = 99;

const byLanguage = new Map<string, ReadonlyMap<string, number>>();

/** The value of a number word of a language (a BCP 47 tag), in lower case; null for any other word. */
export function numberWord(word: string, language: string): number | null {
  const code = language.slice(0, 2);
  const words = byLanguage.get(code) ?? wordsOf(code);
  byLanguage.set(code, words);
  return words.get(word) ?? null;
}

/** The numbers of a language that are one word, maybe with hyphens. */
function wordsOf(code: string): ReadonlyMap<string, number> {
  const values = Array.from({ length: LARGEST - SMALLEST + 1 }, (_, at) => SMALLEST + at);
  const written = (CARDINALS[code] ?? []).flatMap((write) =>
    values.map((value) => [write(value), value] as const),
  );
  return new Map([...written, ...(OTHER_WORDS[code] ?? [])]);
}

const NUMERALS = new Map([...'一二三四五六七八九'].map((numeral, at) => [numeral, at + 1]));
const PLACES = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1000],
]);

/** The value of Chinese numerals up to thousands: `四十五` is 45. */
export function numeralValue(numerals: string): number {
  let total = 0;
  let ones = 0;
  for (const numeral of numerals.replaceAll(/[两兩]/g, '二')) {
    const place = PLACES.get(numeral);
    if (place === undefined) ones = NUMERALS.get(numeral) ?? 0;
    else {
      total += (ones || 1) * place;
      ones = 0;
    }
  }
  return total + ones;
}
