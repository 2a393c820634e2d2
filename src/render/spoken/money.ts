import { AMOUNT, plainAmount, splitCents } from './amount.ts';
import { type Locale, nameFor } from './locale.ts';
import { alternatives, type Rule } from './rule.ts';

/** Sums of money with the currency behind the number: `$15.2 billion` as `15.2 billion dollars`, `20,50 €` as `20 Euro 50`. */
export function createMoneyRule(locale: Locale): Rule {
  const sign = `(${alternatives(Object.keys(locale.currencies))})`;
  const scale = `(?:[ \\u00a0]?(${alternatives(Object.keys(locale.scales))})(?![\\p{L}\\p{N}])\\.?)?`;
  const per = `(?:/(${alternatives(Object.keys(locale.units))})(?![\\p{L}\\p{N}]))?`;
  const number = `(${AMOUNT})`;
  const before = new RegExp(
    `(?<![\\p{L}\\p{N}$])(-?)${sign}[ \\u00a0]?${number}${scale}${per}(?![\\p{L}\\p{N}])`,
    'gu',
  );
  const after = new RegExp(
    `(?<![\\p{L}\\p{N}.,])${number}${scale}[ \\u00a0]?${sign}(?![\\p{L}\\p{N}])${per}`,
    'gu',
  );
  const quick = new RegExp(sign);

  function say(amount: string, scaleForm: string | undefined, currency: string, unit?: string): string {
    const [name = '', cent = ''] = (locale.currencies[currency] ?? '').split('/');
    const each = unit === undefined ? '' : ` ${locale.per} ${nameFor('1', locale.units[unit] ?? '', locale)}`;
    if (scaleForm !== undefined) return sayScaled(amount, scaleForm, name) + each;
    const parts = cent === '' ? null : splitCents(amount, locale);
    return (parts === null ? count(amount, name) : sayCents(parts.whole, parts.cents, name, cent)) + each;
  }

  function sayScaled(amount: string, form: string, name: string): string {
    const scaled = locale.scales[form.replace(/\.$/, '')] ?? form;
    const many = name.split('|').at(-1) ?? name;
    const isLarge = scaled.includes('|') || locale.scaleOf === ' ';
    return `${count(amount, scaled)}${joinOf(isLarge ? locale.scaleOf : ' ', many)}`;
  }

  function sayCents(whole: string, cents: string, name: string, cent: string): string {
    if (/^0*$/.test(whole) && cents !== '0')
      return `${plainAmount(cents, locale)} ${nameFor(cents, cent, locale)}`;
    const said = count(whole, name);
    if (cents === '0') return said;
    return `${said}${locale.cents.before}${plainAmount(cents, locale)}${locale.cents.named ? ` ${nameFor(cents, cent, locale)}` : ''}`;
  }

  function count(amount: string, name: string): string {
    return `${plainAmount(amount, locale)} ${nameFor(amount, name, locale)}`;
  }

  return (text) => {
    if (!quick.test(text)) return text;
    return text
      .replace(
        before,
        (_, minus: string, currency: string, amount: string, scaled?: string, unit?: string) => {
          const sum = say(amount, scaled, currency, unit);
          return minus === '' ? sum : `${locale.signs['-']} ${sum}`;
        },
      )
      .replace(after, (_, amount: string, scaled: string | undefined, currency: string, unit?: string) =>
        say(amount, scaled, currency, unit),
      );
  };
}

/** French drops the vowel of `de` before another: `millions d’euros`. */
function joinOf(join: string, name: string): string {
  return join === " d'" && /^[^aeiouéèh]/i.test(name) ? ` de ${name}` : join + name;
}
