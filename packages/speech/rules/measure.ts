import { type Name, nameFor, type SpokenWords } from '../languages/locale.ts';
import { AMOUNT, inSingularBeforeNoun, plainAmount, toScaledWords } from './amount.ts';
import { alternatives, type Rule } from './rule.ts';

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
