import { AMOUNT, plainAmount } from './amount.ts';
import { type Locale, nameFor } from './locale.ts';
import { alternatives, type Rule } from './rule.ts';

/** Units that are also the letters of names (`3 s`, `5 T`) count only behind a blank; `1990s` is a decade. */
const NEEDS_BLANK = new Set(['s', 'm', 'h', 'L', 'T', 'V', 'W', 'J']);

/** Numbers with units, the unit in words and in the right number: `12kg` as `12 kilograms`, `3 m/s` as `3 meters per second`. */
export function createMeasureRule(locale: Locale): Rule {
  const forms = alternatives(Object.keys(locale.units).flatMap(spellings));
  const glued = alternatives(
    Object.keys(locale.units)
      .flatMap(spellings)
      .filter((form) => !NEEDS_BLANK.has(form)),
  );
  const unit = `(?:[ \\u00a0\\u202f](${forms})|-?(${glued}))`;
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}.,])(${AMOUNT})(?:${unit}(?:/(${forms}))?|/(${forms}))(?![\\p{L}\\p{N}/²³])`,
    'gu',
  );
  const nameOf = (number: string, form: string) =>
    nameFor(number, locale.units[squared(form)] ?? form, locale);

  return (text) =>
    text.replace(
      pattern,
      (_, amount: string, spaced?: string, close?: string, divisor?: string, each?: string) => {
        const number = plainAmount(amount, locale);
        const form = spaced ?? close;
        const per = divisor ?? each;
        const counted = form === undefined ? number : `${number} ${nameOf(amount, form)}`;
        return per === undefined ? counted : `${counted} ${locale.per} ${nameOf('1', per)}`;
      },
    );
}

/** `m²` is also written `m2`, `µ` has two code points. */
function spellings(form: string): string[] {
  const plain = form.replace('²', '2').replace('³', '3').replace('µ', 'μ');
  return plain === form ? [form] : [form, plain];
}

function squared(form: string): string {
  return form
    .replace(/(?<=\p{L})2$/u, '²')
    .replace(/(?<=\p{L})3$/u, '³')
    .replace('μ', 'µ');
}
