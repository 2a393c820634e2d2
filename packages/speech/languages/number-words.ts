import { toCardinal as germanCardinal } from 'n2words/de-DE';
import { toCardinal as englishWhole } from 'n2words/en-GB';
import { toOrdinal as englishOrdinalOf } from 'n2words/en-US';
import { toOrdinal as spanishOrdinalOf } from 'n2words/es-ES';
import { toOrdinal as frenchOrdinalOf } from 'n2words/fr-FR';
import { toOrdinal as italianOrdinalOf } from 'n2words/it-IT';
import { toOrdinal as portugueseOrdinalOf } from 'n2words/pt-PT';

// Numbers in words, from n2words. This file contains only the forms in the six languages that n2words lacks:
// genders, short forms, years, and ordinals with written endings.

/** The endings of feminine ordinals in Spanish, Italian and Portuguese. */
const FEMININE = /[ªa]/;
/** Spanish ordinals from 11 to 19, which n2words writes as two words. */
const SPANISH_TEENS = (
  'undécimo duodécimo decimotercero decimocuarto decimoquinto decimosexto decimoséptimo ' +
  'decimoctavo decimonoveno'
).split(' ');

/** A number with or without commas and decimals, in words; null beyond 15 digits and for anything else. */
export function englishNumber(written: string): string | null {
  const match = /^(\d{1,15})?(?:\.(\d{1,9}))?$/.exec(written.replaceAll(',', ''));
  if (match === null) return null;
  const [, whole, decimals] = match;
  const words = whole === undefined && decimals === undefined ? '' : englishWhole(Number(whole ?? 0));
  if (decimals === undefined) return words;
  return `${words} point ${[...decimals].map((digit) => englishWhole(Number(digit))).join(' ')}`;
}

/** The ordinal of a whole number in words; null if `ending`, as written, does not fit the number: `11st`. */
export function englishOrdinal(number: number, ending = 'th'): string | null {
  const said = number === 0 ? 'zeroth' : englishOrdinalOf(number);
  return ending === 'th' || said.endsWith(ending) ? said : null;
}

/** A year in two halves: `nineteen seventy-six`, `nineteen oh five`. Null for 2000 to 2009. */
export function englishYear(year: number): string | null {
  const [first, second] = [Math.floor(year / 100), year % 100];
  return first === 20 && second < 10 ? null : englishHalves(first, second);
}

/** Four digits as two numbers: `twelve hundred`, `twelve oh five`, `twelve thirty`. */
function englishHalves(first: number, second: number): string {
  if (second === 0) return `${englishWhole(first)} hundred`;
  return `${englishWhole(first)} ${second < 10 ? 'oh ' : ''}${englishWhole(second)}`;
}

/** A year before 2000 by its hundreds: `neunzehnhundertsechsundsiebzig`. Null for later years. */
export function germanYear(year: number): string | null {
  if (year >= 2000) return null;
  const rest = year % 100;
  return `${germanCardinal(Math.floor(year / 100))}hundert${rest === 0 ? '' : germanCardinal(rest)}`;
}

/** An ordinal from 1 to 99, or `première` for the ending `re` and `second` for `nd`; null for others. */
export function frenchOrdinal(number: number, ending = 'e'): string | null {
  if (ending.startsWith('nd')) return number === 2 ? `second${ending.slice(2)}` : null;
  if (!isBelow100(number)) return null;
  return number === 1 && /^[rè]/.test(ending) ? 'première' : frenchOrdinalOf(number);
}

/** An ordinal from 1 to 99: `tercero`, `tercera`, or `tercer` for the ending `er`; null for others. */
export function spanishOrdinal(number: number, ending = 'º'): string | null {
  if (!isBelow100(number)) return null;
  const words = SPANISH_TEENS[number - 11] ?? spanishOrdinalOf(number);
  if (ending === 'er') return words.replace(/(?<=primer|tercer)o$/, '');
  return FEMININE.test(ending) ? words.replace(/o(?= |$)/g, 'a') : words;
}

/** An ordinal from 1 to 99: `ventunesimo`, feminine `ventunesima`; null for others. */
export function italianOrdinal(number: number, ending = 'º'): string | null {
  if (!isBelow100(number)) return null;
  // n2words drops the last letter of `sei`.
  const words = italianOrdinalOf(number).replace(/seesimo$/, 'seiesimo');
  return FEMININE.test(ending) ? words.replace(/o$/, 'a') : words;
}

/** An ordinal from 1 to 99: `vigésimo primeiro`, feminine `vigésima primeira`; null for others. */
export function portugueseOrdinal(number: number, ending = 'º'): string | null {
  if (!isBelow100(number)) return null;
  const words = portugueseOrdinalOf(number);
  return FEMININE.test(ending) ? words.replace(/o(?= |$)/g, 'a') : words;
}

function isBelow100(number: number): boolean {
  return number >= 1 && number <= 99;
}
