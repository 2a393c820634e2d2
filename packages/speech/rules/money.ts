import { nameFor, type SpokenWords } from '../languages/locale.ts';
import { AMOUNT, inSingularBeforeNoun, plainAmount, splitCents, toScaledWords } from './amount.ts';
import { unitForms, unitName } from './measure.ts';
import { alternatives, type Rule } from './rule.ts';

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
