import { isStopWord } from '@sayso/text/words.ts';
import { gluedUnitForms, joinOf, plainAmount, unitForms, unitName } from './amounts.ts';
import { alternatives, fill, type Rule, type SpokenWords } from './languages.ts';

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

const NUMBER = '\\d{1,4}(?:[.,]\\d{1,3})*(?:[:.]\\d\\d)?';
const SUFFIX =
  '(?:s|er|%|[ \\u00a0]?[ap]\\.?m\\.?|[ \\u00a0]?°[CF]?|[ \\u00a0]?[€£]|[ \\u00a0]?kg|[ ' +
  '\\u00a0]?km|[ \\u00a0]?h)?';
/** A local number in North America; a round number ends a range, and a year unless it follows 555. */
const LOCAL_TELEPHONE = /^(?:555-\d{4}|[2-9]\d\d-(?!1\d|20)\d{4})(?<!00)$/;
const HAS_CENTS = /[.,]\d\d$/;

/** Spells out two numbers with a dash: `3–5` as `3 to 5`, or a score if the second is smaller. */
export function createRangeRule(locale: SpokenWords): Rule {
  const sign = alternatives(Object.keys(locale.currencies).filter((form) => /[^A-Za-z]$/.test(form)));
  const currency = `((?:${sign})[ \\u00a0]?)?`;
  const scale = `(?=[ \\u00a0-]?(?:${alternatives(Object.keys(locale.scales))})(?!\\p{L}))`;
  /** A hyphen or dash between two numbers, but not in codes, or before the letters of a name. */
  const range = new RegExp(
    `(?<![\\p{L}\\p{N}.,:/–-])${currency}(${NUMBER})(${SUFFIX})(?:-|\\s?[–—]\\s?)${currency}(${NUMBER}` +
      `)(?!\\d|[.,:/–-]\\d|-(?:\\p{Lu}|\\p{L}(?!\\p{L}{3}))|\\p{L}\\d)(${scale})?`,
    'gu',
  );

  const unitAfter = new RegExp(`[ \\u00a0\\u202f]?(?:${unitForms(locale)})(?![\\p{L}\\p{N}])`, 'uy');
  const hasUnit = (text: string, at: number) => {
    unitAfter.lastIndex = at;
    return unitAfter.test(text);
  };

  function sayRange(
    written: string,
    currencyFrom: string | undefined,
    from: string,
    unit: string,
    currencyTo: string | undefined,
    to: string,
    scaled: string | undefined,
    at: number,
    text: string,
  ): string {
    // An equals sign follows, so this is an equation and not a range.
    if (/^\s?=/.test(text.slice(at + written.length, at + written.length + 2))) return written;
    if (LOCAL_TELEPHONE.test(written)) return written;
    const isDown = unit === '' && isLess(to, from);
    // 747-400 is a name.
    if (isDown && currencyFrom === undefined && from.length > 2) return written;
    const template = isDown ? locale.score : locale.range;
    // If one currency sign belongs to two sums (`$5–10`), the currency is spoken once, after the second sum.
    // If the first sum has cents, the currency is spoken after both.
    const second = currencyTo ?? currencyFrom ?? '';
    const isShared = currencyTo === undefined && !(HAS_CENTS.test(from) && scaled === undefined);
    // The rule for units writes the second number in words where a language has them.
    const first = unit === '' && hasUnit(text, at + written.length) ? plainAmount(from, locale) : from;
    return fill(template, { from: (isShared ? '' : (currencyFrom ?? '')) + first + unit, to: second + to });
  }

  return (text) =>
    /\d[\w.%$€£°]{0,4}[ \u00a0]?[\w.°]{0,4}\s?[-–—]\s?[^\d\s]{0,3}[ \u00a0]?\d/.test(text)
      ? text.replace(range, sayRange)
      : text;
}

/** Whether a number is less than the previous one. `2020-21` is a season: `21` is short for 2021. */
function isLess(to: string, from: string): boolean {
  if (/^\d{4}$/.test(from) && /^\d\d$/.test(to)) return false;
  return Number(to.replace(/[^\d]/g, '')) < Number(from.replace(/[^\d]/g, ''));
}

/** Signs that are spoken wherever they are; an ampersand only if it begins no entity. */
const ANYWHERE = /\s?(&(?!#?[a-z]\w{1,30};)|[±≈≤≥≠→⇒÷§‰])\s?/gu;
/** `~50`, `<$5`, `#3`. */
const BEFORE_NUMBER = /(?<![\p{L}\p{N}])([~<>#])\s?(?=[$€£]?\.?\d)/gu;
/** More than the longest words of `sameAsSign`. */
const MAX_SAME_CHARS = 24;
/** `-5`, `-$5`, `5 −3`, and ` –5` with a dash; not in a range. */
const MINUS =
  /(?<![\p{L}\p{N}.,)$€£¥–-])[-−](?=[$€£]?\.?\d)|(?<=\d\s?)−|(?<=^|[\s(])(?<!\d\s)–(?=[$€£]?\.?\d)/gu;
/** `3 × 4`, `3x4`, `3 + 4`. */
const BETWEEN_NUMBERS = /(?<=\d)\s?([×x*+])\s?(?=\d)/gu;
/** Multiplied numbers that form an equation or a power of ten; all others are sizes. */
const MULTIPLIED = /^\d[\d.,]*\s?[=≈]|^10(?:[\^⁰¹²³⁴-⁹⁻]|\*\*)/;
/** `3 m x 4 m`. */
const BETWEEN_MEASURES = /(?<=\d[ \u00a0]?(?:[cmk]?m|in|ft|px)) ?[x×] ?(?=\d)/g;
/** `10^-3`, `x^2`, `m^{2}`. */
const POWER = new RegExp(
  String.raw`(?<=[\p{N})]|(?<!\p{L})\p{L}` +
    String.raw`|(?<!\p{L})\p{L}{2}(?=\^\{?[23]))\^(?:\{([-−]?\w{1,6})\}|([-−]?\d{1,3}(?!\d|\^)` +
    String.raw`|[a-z](?!\p{L}|\^)))`,
  'gu',
);
/** Superscripts after a one-digit number, 10 or the name of a quantity. Other superscripts refer to notes. */
const RAISED = /(?<=(?<![\p{L}\p{N}.,])(?:10|\d|[a-ln-rt-z]))([⁻]?)([⁰¹²³⁴-⁹]{1,3})(?![\p{L}\p{N}])/gu;
/** `6/2=`. */
const DIVISION = /(?<=\d)\s?\/\s?(?=\d[\d.,]{0,12}\s?=)/g;
/** The sign in `x = 5`. */
const EQUATION = /(?<=[\p{L}\p{N})]\s{0,2})={1,3}(?=\s?\.?[\p{L}\p{N}(])/gu;
/** `5-3=`. */
const EQUATION_MINUS = /(?<=\d\s?)-(?=\s?\d{1,15}\s?=)/gu;

/**
 * Replaces signs by words: `&`, `±` and `→` anywhere, others only at a number: `~5`, `2 × 3`. A word in the
 * table of a language has no effect without a pattern above. Voices read `%` themselves; only the English
 * `.5%` needs its word (`LEADING_STOP`).
 */
export function createSignRule(locale: SpokenWords): Rule {
  const { signs, sameAsSign } = locale;
  /** True if the words before the sign already say it: "about ~50". */
  const isSaid = (sign: string, text: string, at: number) => {
    const before = ` ${text
      .slice(Math.max(0, at - MAX_SAME_CHARS), at)
      .trimEnd()
      .toLowerCase()}`;
    return sameAsSign[sign]?.some((words) => before.endsWith(` ${words.toLowerCase()}`)) ?? false;
  };
  const wordFor = (sign: string) => ` ${signs[sign === '⇒' ? '→' : sign] ?? ''} `;
  const between = (written: string, sign: string, at: number, text: string) => {
    if (sign === '+') return wordFor('+');
    const isMultiplied =
      sign === '*' || MULTIPLIED.test(text.slice(at + written.length, at + written.length + 24));
    return isMultiplied ? ` ${locale.formula.times} ` : wordFor('×');
  };
  const power = (exponent: string) => {
    const known = locale.formula[`^${exponent}`];
    if (known !== undefined) return ` ${known} `;
    return ` ${locale.formula['^']} ${exponent.replace(/[-−]/, `${signs['-']} `)} `;
  };
  return (text) => {
    let said = text;
    if (/[&±≈≤≥≠→⇒÷§‰]/.test(said))
      said = said.replace(ANYWHERE, (_, sign: string, at: number, before: string) =>
        isSaid(sign === '≈' ? '~' : sign, before, at) ? ' ' : wordFor(sign),
      );
    if (/[×x*+]/.test(said))
      said = said.replace(BETWEEN_NUMBERS, between).replace(BETWEEN_MEASURES, wordFor('×'));
    if (said.includes('^'))
      said = said.replace(POWER, (_, inBraces?: string, bare?: string) => power(inBraces ?? bare ?? ''));
    if (/[⁰¹²³⁴-⁹]/.test(said))
      said = said.replace(RAISED, (_, minus: string, figures: string) =>
        power((minus === '' ? '' : '-') + figures.normalize('NFKC')),
      );
    if (said.includes('='))
      said = said
        .replace(DIVISION, wordFor('÷'))
        .replace(EQUATION_MINUS, wordFor('-'))
        .replace(EQUATION, wordFor('='));
    if (!/[~<>#−–-]/.test(said)) return said;
    return said
      .replace(BEFORE_NUMBER, (_, sign: string, at: number, before: string) =>
        isSaid(sign, before, at) ? '' : `${signs[sign] ?? ''} `,
      )
      .replace(MINUS, wordFor('-').trimStart());
  };
}
