import germanWords from '@sayso/text/languages/de/speech.json' with { type: 'json' };
import englishWords from '@sayso/text/languages/en/speech.json' with { type: 'json' };
import spanishWords from '@sayso/text/languages/es/speech.json' with { type: 'json' };
import frenchWords from '@sayso/text/languages/fr/speech.json' with { type: 'json' };
import italianWords from '@sayso/text/languages/it/speech.json' with { type: 'json' };
import portugueseWords from '@sayso/text/languages/pt/speech.json' with { type: 'json' };
import { toCardinal as germanCardinal } from 'n2words/de-DE';
import { toCardinal as englishWhole } from 'n2words/en-GB';
import { toOrdinal as englishOrdinalOf } from 'n2words/en-US';
import { toOrdinal as spanishOrdinalOf } from 'n2words/es-ES';
import { toOrdinal as frenchOrdinalOf } from 'n2words/fr-FR';
import { toOrdinal as italianOrdinalOf } from 'n2words/it-IT';
import { toOrdinal as portugueseOrdinalOf } from 'n2words/pt-PT';

/** Rewrites one kind of written form as it is spoken. Takes linear time and never throws. */
export type Rule = (text: string) => string;

/** The written forms as alternatives of a pattern, longest first, so that `km/h` is not read as `km`. */
export function alternatives(forms: readonly string[]): string {
  return [...forms]
    .sort((one, other) => other.length - one.length)
    .map((form) => form.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('|');
}

/** Fills the `{name}` placeholders of a sentence; one without a value is removed. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/** Singular and plural of a name: `kilogram|kilograms`. A single word is used for both. */
export type Name = string;

/** A language's data for speech: words in JSON, functions and patterns in TypeScript. */
export type SpokenWords = {
  /** ISO 639-1 code. */
  readonly code: 'en' | 'es' | 'de' | 'fr' | 'pt' | 'it';
  /** Separates units and fractions of a number. */
  readonly decimal: '.' | ',';
  /** Numbers that take the singular: `1` in all languages, up to 1.99 in French and Portuguese. */
  readonly one: RegExp;
  /** Words that are added to the speech. */
  readonly phrases: {
    /** Replaces a block of code. */
    readonly code: string;
    /** Spoken before a list item with a ticked box. */
    readonly ticked: string;
    /** Spoken before a list item with an empty box. */
    readonly unticked: string;
    /** A table cell that contains only a tick. */
    readonly yes: string;
    /** A table cell that contains only a cross. */
    readonly no: string;
  };
  /** Spoken for `.` in addresses. */
  readonly dot: string;
  /** Spoken for `@` in addresses. */
  readonly at: string;
  /** Spoken for `_` in addresses. */
  readonly underscore: string;
  /** Spoken for `-` in addresses. */
  readonly dash: string;
  /** How `3-5` is spoken, with `{from}` and `{to}`. */
  readonly range: string;
  /** How `3-1`, with a smaller second number, is spoken. */
  readonly score: string;
  /** A citation that is part of its sentence, as in `According to [1]`, is spoken. */
  readonly reference: {
    /** How it is spoken; `{n}` is its number. */
    readonly source: string;
    /** After these, only the number is spoken. */
    readonly nouns: readonly string[];
    /** No clause ends with these words: a citation after them belongs to the sentence. */
    readonly needsOne: readonly string[];
    /** A clause may end with these: a citation after them belongs to the sentence if the clause goes on. */
    readonly goesOn: readonly string[];
  };
  /** The words of single signs; `createSignRule` says where they are spoken. */
  readonly signs: Readonly<Record<string, string>>;
  /** Words that already say what the sign after them means, as in `about ~50`. */
  readonly sameAsSign: Readonly<Record<string, readonly string[]>>;
  /** The words of formulas. The keys are TeX commands without their backslash, and signs. */
  readonly formula: Readonly<Record<string, string>>;
  /** "Per" before a unit: `al` litro. */
  readonly per: string;
  /** "Per" before any other word: `per` notte. */
  readonly each: string;
  /** The names of units by their symbol. */
  readonly units: Readonly<Record<string, Name>>;
  /** The names of currencies by sign or ISO 4217 code; the hundredth's name follows a slash. */
  readonly currencies: Readonly<Record<string, string>>;
  /** How `20.50` is spoken. */
  readonly cents: {
    /** Words between its two parts. */
    readonly before: string;
    /** Whether the hundredths are named. */
    readonly named: boolean;
  };
  /** Large numbers as written after an amount, with their spoken forms: `bn` is `billion`. */
  readonly scales: Readonly<Record<string, Name>>;
  /** Spoken between a large number and the noun: `millones de euros`. Empty if no word is needed. */
  readonly scaleOf: string;
  readonly months: readonly string[];
  /** Other spellings of months, in lower case and without a stop, with the number of the month. */
  readonly monthSpellings: Readonly<Record<string, number>>;
  /** The forms of dates, with the values in `{braces}`. */
  readonly date: {
    /** A day and a month in their usual order. */
    readonly dayMonth: string;
    /** Between such a date and its year. */
    readonly beforeYear: string;
    /** A date in which the day comes before the name of the month. */
    readonly named: string;
    /** Between such a date and its year. */
    readonly namedBeforeYear: string;
    /** Between a month and its year. */
    readonly monthYear: string;
    /** A day, in digits or as `{ordinal}`. */
    readonly day: string;
    /** The first of a month. */
    readonly first: string;
  };
  /** A number in sums and measures in words, alike for all voices; null if digits work as well. */
  readonly number: ((written: string) => string | null) | null;
  /** An ordinal in words, from the number and its letters; null for one that stays in digits. */
  readonly ordinal: ((number: number, ending?: string) => string | null) | null;
  /** The pattern of written ordinals: digits and letters are groups. Null if voices read them well. */
  readonly ordinalForm: RegExp | null;
  /** Returns a year in words if speech engines would misread it; null if they read it well. */
  readonly year: ((year: number) => string | null) | null;
  /** The suffix of decades and their words: `1980s` is 1900 plus entry 8. Null without a suffix. */
  readonly decades: { readonly ending: string; readonly names: readonly string[] } | null;
  /** True if `3/4/1998` means the fourth of March. */
  readonly monthFirst: boolean;
  /** The spoken forms of times, with `{h}`, `{m}` and `{hours}` (singular or plural). */
  readonly time: {
    /** A time with minutes; empty if speech engines read `10:30` well. */
    readonly full: string;
    /** A full hour. */
    readonly hour: string;
    /** The word for a.m.; empty if the language does not use it. */
    readonly am: string;
    /** The word for p.m.; empty if the language does not use it. */
    readonly pm: string;
    /** Said instead from 8 p.m. to 1 a.m., if the language says something else then. */
    readonly night?: string;
  };
  /** The names for durations such as `1:02:03`. */
  readonly clock: { readonly hour: Name; readonly minute: Name; readonly second: Name; readonly and: string };
  /** The names of the fractions that are spelled out. The keys are denominators; 2 is a half. */
  readonly fractions: Readonly<Record<number, Name>>;
  /** Spoken between a fraction other than a half and its unit: `tres cuartos de kilo`. */
  readonly fractionOf: string;
  /** Spoken for the slash in `8.5/10`. */
  readonly outOf: string;
  /** Spoken before a fraction that follows a whole number: `3 1/2`. */
  readonly fractionAnd: string;
  /** A half that follows a whole number: `3½`. */
  readonly andHalf: string;
  /** The spoken form of the numerator 1, by denominator; key 0 applies to all other denominators. */
  readonly fractionOne: Readonly<Record<number, string>>;
  /** Abbreviations as written, with optional spaces, and their spoken forms. */
  readonly abbreviations: Readonly<Record<string, string>>;
  /** Abbreviations that often end a sentence: the full stop stays before a capital. */
  readonly closing: readonly string[];
  /** Abbreviations after a name, where a capital may continue the sentence: `Apple Inc. CEO`. */
  readonly behindNames: readonly string[];
  /** Abbreviations only before a capital, after a hyphen without a space: `M. Dupont`, `St-Malo`. */
  readonly beforeName: Readonly<Record<string, string>>;
  /** Abbreviations that count only before a number: `No. 5`. */
  readonly beforeNumber: Readonly<Record<string, string>>;
  /** Abbreviations that have another meaning before a year: `est. 1990`. */
  readonly beforeYear?: Readonly<Record<string, string>>;
};

/** The form of a name, singular or plural, for a number as it is written. */
export function nameFor(number: string, name: Name, locale: SpokenWords): string {
  const [one = '', many = one] = name.split('|');
  return locale.one.test(number) ? one : many;
}

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
