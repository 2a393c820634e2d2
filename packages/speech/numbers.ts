import { isStopWord } from '@sayso/text/words.ts';
import { gluedUnitForms, joinOf, unitForms, unitName } from './amounts.ts';
import type { Rule, SpokenWords } from './languages.ts';

/** `.75`, `.5%`. */
const LEADING_STOP = /(?<![\p{L}\p{N}.,)\]}”%])\.(\d{1,9})(?![\p{L}\p{N}(]|\.\d|-(?:\d|zero))(%?)/gu;
/** `1 234 567`. */
const SPACED_THOUSANDS =
  /(?<![\p{L}\p{N}.,]|\d )[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3}){1,4}(?![\p{N}\p{L}]|[ .]\d)/gu;

/** Rewrites numbers that engines misread: `.75`, and numbers with spaces between thousands. */
export function createFigureRule(locale: SpokenWords): Rule {
  const joinsThousands = locale.code === 'es' || locale.code === 'pt' || locale.code === 'it';
  const sayFraction = (_: string, decimals: string, percent: string) => {
    const words = locale.number?.(`.${decimals}`)?.replace(/^\S+ /, '');
    return `${words ?? `0.${decimals}`}${percent === '' ? '' : ` ${locale.signs['%'] ?? '%'}`}`;
  };
  return (text) => {
    const said = locale.decimal === '.' && /\.\d/.test(text) ? text.replace(LEADING_STOP, sayFraction) : text;
    return joinsThousands
      ? said.replace(SPACED_THOUSANDS, (number) => number.replace(/[ \u00a0\u202f]/g, ''))
      : said;
  };
}

/** `+1 123-123-5678`, `+49 30 901820`, `(123) 123-5678`, `555.555.5555`: a plus, or American groups. */
const TELEPHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,+-])(?:\+\d{1,3}(?:[ .-]?\(\d{1,4}\)` +
    String.raw`|[ .-]\d{1,4})(?:[ .-]{1,2}\d{2,8}){1,5}|(?:\d{1,2}[ .-])?(?:\(\d{3}\) ?` +
    String.raw`|\d{3}[.-])\d{3}[.-]\d{4}(?:-\d{1,4})?|\d{3}-\d{2}-\d{4})(?![\p{L}\p{N}]|[.,-]\d)`,
  'gu',
);

/** Writes telephone numbers digit by digit, with commas between groups; voices would read them as amounts. */
export function createTelephoneRule(locale: SpokenWords): Rule {
  const plus = locale.signs['+'] ?? '+';
  const spell = (number: string) => {
    const groups = (number.match(/\d+/g) ?? []).map((group) => [...group].join(' ')).join(', ');
    return number.startsWith('+') ? `${plus} ${groups}` : groups;
  };
  return (text) => (/\d[ ()./-]{1,2}\d{2}/.test(text) ? text.replace(TELEPHONE, spell) : text);
}

const SIGN = /[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒]/;
/** `8.5/10`. */
const RATING = /(?<![\p{L}\p{N}.,/])(\d{1,2}[.,]\d{1,2})\s?\/\s?(5|10|20|100)(?![\p{L}\p{N}%/]|[.,]\d)/gu;

/**
 * Spells out the fractions that have a name: `1/2` and `½` as `one half`, `3 1/2 lb` as `3 and a half
 * pounds`. Other numbers with a slash stay as they are: a day, a size, a score, an issue, a network.
 */
export function createFractionRule(locale: SpokenWords): Rule {
  const unit =
    `(?:[ \\u00a0\\u202f]?(${gluedUnitForms(locale)})|[ \\u00a0\\u202f](${unitForms(locale)}` +
    `))?(?![\\p{L}\\p{N}])`;
  const written = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/-])(?:(\\d{1,4})[ ` +
      `-])?(\\d{1,2})\\s?[/⁄]\\s?(\\d{1,3})${unit}` +
      `(?![/⁄²³]|[.,:-]\\d)`,
    'gu',
  );
  const sign = new RegExp(`(?:(?<![\\p{L}\\p{N}.,])(\\d{1,6})\\s?)?(${SIGN.source})${unit}`, 'gu');

  function sayNumber(whole: string, over: number, under: number): string | null {
    const name = locale.fractions[under];
    if (name === undefined) return null;
    if (whole !== '' && over === 1 && under === 2) return `${whole} ${locale.andHalf}`;
    const [one = '', many = one] = name.split('|');
    const fraction =
      over === 1 ? (locale.fractionOne[under] ?? `${locale.fractionOne[0]} ${one}`) : `${over} ${many}`;
    return whole === '' ? fraction : `${whole} ${locale.fractionAnd} ${fraction}`;
  }

  function say(whole: string, over: number, under: number, form: string | undefined): string | null {
    const number = sayNumber(whole, over, under);
    if (number === null || form === undefined) return number;
    if (whole !== '') return `${number} ${unitName(locale, whole === '1' ? '1.5' : whole, form)}`;
    const name = unitName(locale, '1', form);
    return over === 1 && (under === 2 || locale.code === 'en')
      ? `${number} ${name}`
      : number + partOf(locale.fractionOf, name);
  }

  return (text) => {
    let said = text;
    if (/[/⁄]/.test(said))
      said = said
        .replace(RATING, (_, over: string, under: string) => `${over} ${locale.outOf} ${under}`)
        .replace(written, (form: string, whole = '', over = '', under = '', close?: string, far?: string) => {
          const part = Number(over);
          const parts = Number(under);
          const isFraction = !/^0/.test(whole + over) && part < parts && isShortest(part, parts);
          return (isFraction ? say(whole, part, parts, close ?? far) : null) ?? form;
        });
    if (!SIGN.test(said)) return said;
    return said.replace(
      sign,
      (form: string, whole: string | undefined, mark: string, close?: string, far?: string) => {
        const [over = '', under = ''] = mark.normalize('NFKC').split('⁄');
        return say(whole ?? '', Number(over), Number(under), close ?? far) ?? form;
      },
    );
  };
}

/** Whether a fraction is in lowest terms; others are often a score or a time signature: `6/8`. */
function isShortest(over: number, under: number): boolean {
  return under === 0 ? over === 1 : isShortest(under, over % under);
}

/** English needs an article, `an` before a vowel: `of an inch`, `of a kilogram`. */
function partOf(join: string, name: string): string {
  const needsN = join.endsWith(' a ') && /^(?:[aeio]|hour)/.test(name);
  return joinOf(needsN ? ' of an ' : join, name);
}

/** A ring, which also marks degrees: `el 2º piso`, `un ángulo de 45º`. */
const RING = /\d[º°]$/;
/** Words before an ordinal. */
const ARTICLE = new RegExp(
  String.raw`(?<!\p{L})(?:el|al|del|su|este|ese|o|ao|do|no|pelo|os|artigo|art\.|artículo` +
    '|parágrafo|inciso|il|lo|dal|nel|sul|suo|i) $',
  'iu',
);
/** Words before a measure. */
const BEFORE_DEGREES =
  /(?<!\p{L})(?:de|di|da|a|até|hasta|entre|tra|fra|y|e|unos|circa|com|con|por|per|uns) $/iu;
const NOUN = /^ (\p{Ll}{3,})(?![\p{L}'’])/u;
const DIRECTIONS: ReadonlySet<string> = new Set(
  (
    'norte sur sul este leste oeste nord sud est ovest celsius fahrenheit centígrados latitud ' +
    'latitude latitudine rispetto'
  ).split(' '),
);
/** How many characters on each side of an ordinal are examined. */
const REACH = 24;

/** Ordinals of digits and letters (`21st`, `3.ª`, `2e`) in words, if the language has words for them. */
export function createOrdinalRule(locale: SpokenWords): Rule {
  const { ordinal, ordinalForm } = locale;
  if (ordinal === null || ordinalForm === null) return (text) => text;
  return (text) =>
    text.replace(ordinalForm, (written: string, figures: string, ending: string, at: number) => {
      const end = at + written.length;
      const before = text.slice(Math.max(0, at - REACH), at);
      const after = text.slice(end, end + REACH);
      const hasRing = RING.test(written);
      if (hasRing && isDegrees(before, after)) return written;
      // Spanish shortens `primero` and `tercero` before a noun: `el primer piso`.
      const form = hasRing && locale.code === 'es' && hasNoun(after) ? 'er' : ending.toLowerCase();
      return ordinal(Number(figures.replaceAll(',', '')), form) ?? written;
    });
}

function isDegrees(before: string, after: string): boolean {
  if (/^ [CF](?!\p{L})/u.test(after) || DIRECTIONS.has(NOUN.exec(after)?.[1] ?? '')) return true;
  return !ARTICLE.test(before) && (BEFORE_DEGREES.test(before) || !hasNoun(after));
}

function hasNoun(after: string): boolean {
  const next = NOUN.exec(after)?.[1];
  return next !== undefined && !isStopWord(next);
}
