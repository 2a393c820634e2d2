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
  /** The words of single signs; `rules/sign.ts` says where they are spoken. */
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
