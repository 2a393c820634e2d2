import { isStopWord } from '@sayso/text/words.ts';
import { alternatives, type Name, nameFor, type Rule, type SpokenWords } from './languages.ts';

/** A bounded pattern for a number, with separators or spaces between thousands. */
const AMOUNT = "\\d{1,15}(?:[.,'’\\u00a0\\u202f ]\\d{3}(?!\\d)){0,5}(?:[.,]\\d{1,9})?|\\.\\d{1,9}";

/**
 * The number in a form that every speech engine reads in the same way: in words if the language has them
 * here, otherwise without spaces between thousands. In languages that say years in words, whole thousands get
 * the separator of the language, so that `1500 kg` is not read as a year.
 */
export function plainAmount(amount: string, locale: SpokenWords): string {
  const words = locale.number?.(amount) ?? null;
  if (words !== null) return words;
  const joined = amount.replace(/['’\u00a0\u202f ]/g, '');
  if (locale.year === null || !/^\d{4,15}$/.test(joined))
    return joined.startsWith('.') ? `0${joined}` : joined;
  return joined.replace(/\B(?=(?:\d{3})+$)/g, locale.decimal === '.' ? ',' : '.');
}

/** The whole part and the hundredths of a sum of money; null unless it has one or two decimals. */
export function splitCents(amount: string, locale: SpokenWords): { whole: string; cents: string } | null {
  const at = amount.lastIndexOf(locale.decimal);
  const cents = at < 0 ? '' : amount.slice(at + 1);
  if (!/^\d{1,2}$/.test(cents)) return null;
  return { whole: amount.slice(0, at) || '0', cents: String(Number(cents.padEnd(2, '0'))) };
}

/** A large number with its noun: `15 billion dollars`; `form` is as written, such as `bn`. */
function toScaledWords(amount: string, form: string, name: Name, locale: SpokenWords): string {
  const scaled = locale.scales[form.replace('.', '')] ?? form;
  const many = name.split('|').at(-1) ?? name;
  const isLarge = scaled.includes('|') || locale.scaleOf === ' ';
  const number = `${plainAmount(amount, locale)} ${nameFor(amount, scaled, locale)}`;
  return number + joinOf(isLarge ? locale.scaleOf : ' ', many);
}

/**
 * The noun with the word that joins it to the number. In French, that word is `d'` before a vowel or an `h`,
 * otherwise `de`: `millions d'euros`.
 */
export function joinOf(join: string, name: string): string {
  return join === " d'" && /^[^aeiouéèh]/i.test(name) ? ` de ${name}` : join + name;
}

/** A text, and where one part of it begins and ends. */
type Place = { readonly text: string; readonly from: number; readonly to: number };

const ARTICLE = /(?:^|\s)an?\s$/i;
const NEXT_WORD = /^[ -](\p{Ll}{2,})/u;
/** Words that are neither descriptive nor stop words. */
const NO_NOUN: ReadonlySet<string> = new Set(
  (
    'per less ago away ahead apart each without within across around along earlier later though ' +
    'although since until till'
  ).split(' '),
);
const REACH = 20;

/** A measure or sum in words; in English, singular before a noun: `a twenty dollar bill`. */
function inSingularBeforeNoun(
  said: string,
  name: Name,
  { text, from, to }: Place,
  locale: SpokenWords,
): string {
  if (locale.code !== 'en' || !ARTICLE.test(text.slice(Math.max(0, from - 3), from))) return said;
  const [one = '', many = one] = name.split('|');
  const next = NEXT_WORD.exec(text.slice(to, to + REACH))?.[1];
  if (next === undefined || isStopWord(next) || NO_NOUN.has(next) || !said.endsWith(` ${many}`)) return said;
  return said.slice(0, said.length - many.length) + one;
}

/** Units that are also letters in names (`3 s`, `5 T`), only after a space: `1990s` is a decade. */
const NEEDS_BLANK = new Set(['s', 'm', 'L', 'T', 'V', 'W', 'J', 'Pa', 't', 'MP', 'cc']);
/** Units after decimals even without a space: `1.5L`. English `1.5m` may mean a million. */
const AFTER_DECIMALS = { '.': '[sLV]', ',': '[smLVt]' };

/** Spells out units in singular or plural: `12kg` as `12 kilograms`, `3 m/s` as `3 meters per second`. */
export function createMeasureRule(locale: SpokenWords): Rule {
  const forms = unitForms(locale);
  const glued = gluedUnitForms(locale);
  // In `77 W 5th Street`, W means west.
  const unit =
    `(?:[ \\u00a0\\u202f](?!W \\d)(${forms})|-?(${glued})|` +
    `(?<=[.,]\\d{1,3})(${AFTER_DECIMALS[locale.decimal]}` +
    '))';
  const scale = alternatives(Object.keys(locale.scales).filter((form) => form.length > 2));
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.,])(${AMOUNT})(?:[ \\u00a0](${scale})(?=[ \\u00a0]))?(?:${unit}(?:/(${forms}` +
      `))?|/(${forms}))(?![\\p{L}\\p{N}/²³])`,
    'gu',
  );
  return (text) =>
    text.replace(
      pattern,
      (
        written,
        amount: string,
        scaled?: string,
        spaced?: string,
        close?: string,
        short?: string,
        divisor?: string,
        each?: string,
        at = 0,
        whole = '',
      ) => {
        const number = plainAmount(amount, locale);
        const form = spaced ?? close ?? short;
        const per = divisor ?? each;
        const withUnit = form === undefined ? number : `${number} ${unitName(locale, amount, form)}`;
        const counted =
          scaled === undefined
            ? withUnit
            : toScaledWords(amount, scaled, unitNames(locale, form ?? ''), locale);
        if (per !== undefined) return `${counted} ${locale.per} ${unitName(locale, '1', per)}`;
        const place = { text: whole, from: at, to: at + written.length };
        return inSingularBeforeNoun(counted, unitNames(locale, form ?? ''), place, locale);
      },
    );
}

/** All units, as alternatives of a pattern. */
export function unitForms(locale: SpokenWords): string {
  return alternatives(formsOf(locale));
}

/** The units that may directly follow a number, as alternatives of a pattern. */
export function gluedUnitForms(locale: SpokenWords): string {
  return alternatives(formsOf(locale).filter((form) => !NEEDS_BLANK.has(form)));
}

function formsOf(locale: SpokenWords): readonly string[] {
  return Object.keys(locale.units).flatMap(spellings);
}

/** The name of a written unit in the form for a number. */
export function unitName(locale: SpokenWords, number: string, form: string): string {
  return nameFor(number, unitNames(locale, form), locale);
}

function unitNames(locale: SpokenWords, form: string): Name {
  return locale.units[form] ?? locale.units[inOneSpelling(form)] ?? form;
}

/** `m²` is also written `m2`, `µ` and `Ω` have two code points each, `°C` other rings. */
function spellings(form: string): string[] {
  const others = [
    form.replace('²', '2').replace('³', '3'),
    form.replace('µ', 'μ'),
    form.replace('Ω', 'Ω'),
    form.replace(/^°(?=[CF])/, 'º'),
    form.replace(/^°(?=[CF])/, '° '),
  ];
  return [...new Set([form, ...others])];
}

function inOneSpelling(form: string): string {
  return form
    .replace(/(?<=\p{L})2$/u, '²')
    .replace(/(?<=\p{L})3$/u, '³')
    .replace('μ', 'µ')
    .replace('Ω', 'Ω')
    .replace(/^º(?=[CF])|^° (?=[CF])/, '°');
}

/** Feet and inches, with quotation marks or abbreviations. After a degree sign, marks stand for minutes. */
const FEET = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,]|°\s?)(\d{1,3})(?:\s?[\u2032'’]\s?|[ -]?(?:ft|foot|feet)\.?,? )` +
    String.raw`(\d|1[01])(?:\s?[\u2033"”]|[ -]?in)(?![\p{L}\p{N}])`,
  'gu',
);

/** Feet and inches, as in `6\'2"` and `6 ft 2 in`: `6 feet 2 inches`. Only for English. */
export function createFeetRule(locale: SpokenWords): Rule {
  if (locale.code !== 'en') return (text) => text;
  const inEnglish = (_: string, feet: string, inches: string) =>
    `${feet} ${feet === '1' ? 'foot' : 'feet'} ${inches} ${inches === '1' ? 'inch' : 'inches'}`;
  return (text) => text.replace(FEET, inEnglish);
}

/** `20€50`, and `5,- €` without any cents. */
const EURO_INSIDE = /(?<=\d)€(\d\d)(?![\d.,])/g;

/** Characters that occur in nearly all currencies; finding them is faster than finding sixty names. */
const COMMON = /\p{Sc}|\p{Lu}{3}/u;

/** Writes the currency in words: `$15.2 billion` as `15.2 billion dollars`, `20,50 €` as `20 Euro 50`. */
export function createMoneyRule(locale: SpokenWords): Rule {
  const { before, after, quick } = patternsOf(locale);
  const { sumOf, nameOf } = createSums(locale);
  return (text) => {
    if (!quick.test(text)) return text;

    return text
      .replace(EURO_INSIDE, ',$1 €')
      .replace(
        before,
        (
          written: string,
          minus: string,
          currency: string,
          inner: string,
          amount: string,
          scaled?: string,
          unit?: string,
          at = 0,
          whole = '',
        ) => {
          const place = { text: whole, from: at, to: at + written.length };
          const sum = inSingularBeforeNoun(
            sumOf({ amount, scaled, currency, unit }),
            nameOf(currency),
            place,
            locale,
          );
          return minus + inner === '' ? sum : `${locale.signs['-']} ${sum}`;
        },
      )
      .replace(after, (_, amount: string, scaled: string | undefined, currency: string, unit?: string) =>
        sumOf({ amount, scaled, currency, unit }),
      );
  };
}

type SumPatterns = {
  /** With the currency before the amount. */
  readonly before: RegExp;
  /** With the currency after the amount. */
  readonly after: RegExp;
  /** Matches every text with a sum, and is faster. */
  readonly quick: RegExp;
};

function patternsOf(locale: SpokenWords): SumPatterns {
  const sign = `(${alternatives(Object.keys(locale.currencies))})`;
  const scale =
    `(?:[ \\u00a0-]?(${alternatives(Object.keys(locale.scales))}` +
    `)(?![\\p{L}\\p{N}])(?:\\.(?!\\s*$|\\s+\\p{Lu}))?)?`;
  const per = `(?:/ ?(${unitForms(locale)}|\\p{Ll}{3,15})(?![\\p{L}\\p{N}]))?`;
  const number = `(${AMOUNT})`;
  const before = new RegExp(
    `(?<![\\p{L}\\p{N}$])(-?)${sign}[ \\u00a0]?([-−]?)${number}${scale}${per}(?![\\p{L}\\p{N}])`,
    'gu',
  );
  const after = new RegExp(
    `(?<![\\p{L}\\p{N}.,])${number}(?:,[-–—])?${scale}[ \\u00a0]?${sign}(?![\\p{L}\\p{N}])${per}`,
    'gu',
  );
  const others = Object.keys(locale.currencies).filter((form) => !COMMON.test(form));
  const quick = new RegExp([COMMON.source, ...others.map((form) => alternatives([form]))].join('|'), 'u');
  return { before, after, quick };
}

/** An amount of money as it is written. */
type Sum = {
  readonly amount: string;
  /** `billion`. */
  readonly scaled: string | undefined;
  readonly currency: string;
  /** The unit for which the sum is paid: `kg` in `€5/kg`. */
  readonly unit: string | undefined;
};

/** Writes sums and the names of currencies in the words of a language. */
function createSums(locale: SpokenWords): {
  readonly sumOf: (sum: Sum) => string;
  readonly nameOf: (currency: string) => string;
} {
  function sumOf({ amount, scaled, currency, unit }: Sum): string {
    const cent = (locale.currencies[currency] ?? '').split('/')[1] ?? '';
    const name = nameOf(currency);
    const each = unit === undefined ? '' : perUnit(unit);
    if (scaled !== undefined) return toScaledWords(amount, scaled, name, locale) + each;
    const parts = cent === '' ? null : splitCents(amount, locale);
    return (parts === null ? count(amount, name) : sayCents(parts.whole, parts.cents, name, cent)) + each;
  }

  const nameOf = (currency: string) => (locale.currencies[currency] ?? '').split('/', 1)[0] ?? '';

  function perUnit(unit: string): string {
    const name = unitName(locale, '1', unit);
    return name === unit && !Object.hasOwn(locale.units, unit)
      ? ` ${locale.each} ${unit}`
      : ` ${locale.per} ${name}`;
  }

  function sayCents(whole: string, cents: string, name: string, cent: string): string {
    if (/^0*$/.test(whole) && cents !== '0')
      return `${plainAmount(cents, locale)} ${nameFor(cents, cent, locale)}`;
    const wholeWords = count(whole, name);
    if (cents === '0') return wholeWords;
    const named = locale.cents.named ? ` ${nameFor(cents, cent, locale)}` : '';
    return `${wholeWords}${locale.cents.before}${plainAmount(cents, locale)}${named}`;
  }

  function count(amount: string, name: string): string {
    return `${plainAmount(amount, locale)} ${nameFor(amount, name, locale)}`;
  }

  return { sumOf, nameOf };
}
