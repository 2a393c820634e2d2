import { readingsOf } from './digit-readings.ts';

/** Turns a formula into a calculation in plain signs, from the first row to the last; `§` is unknown. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  // 1{,}000: LaTeX without the space behind a comma.
  [/\{,\}/g, ','],
  [/\\(?:text|mathrm)\s?\{[^{}]{0,80}\}/g, ' '],
  [/\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}/g, '(($1)/($2))'],
  [/\\sqrt\s?\{([^{}]{1,80})\}/g, '√($1)'],
  // A letter x is a sign only between two numbers.
  [/\\(?:times|cdot)|[*·]|(?<=\d ?)x(?= ?\d)/g, '×'],
  [/\\approx|≃/g, '≈'],
  [/\\div|÷/g, '/'],
  [/\\%/g, '%'],
  // Every other command.
  [/\\[a-z]+\s*/gi, '§'],
  // What is left of LaTeX: groups, dollar signs, the spaces `\,` and `\;`, and the delimiters `\(` and `\]`.
  [/[{}$\\]+[,;! ()[\]]?/g, ' '],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/ [-–] /g, ' − '],
  // Units and currencies.
  [/(?<=\d) ?(?:[kMG]?[WVA]h?|k[gm]|[cm]m|€)(?![\p{L}\d])|[€$](?=\d)/gu, ' '],
];
const NUMBER = /\d+(?:[.,]\d+)*/g;
/** `1 250.5`, or a sign. */
const TOKEN = /\d+(?:[.,]\d+)*(?: \d{3}(?![\d.,]))*|[+−×/^√()%]/gu;
/** `240 × 40` in `the power is 240 × 40`. Next to an unknown sign or a letter, it is only a part. */
const CALCULATION_AT_END = /(?<![\p{L}§\d.,]|[+−×/^] ?)[\d(√][\d.,+−×/^√()% ]*$/u;
/** `9.6` in `9.6 kilowatts`. */
const CALCULATION_AT_START = /^ *([\d(√](?:[\d.,+−×/^√()% ]*[\d)%])?)(?! *(?:\p{L}(?!\p{L})|[§+−×/^(]))/u;
const OPERATOR = /[+−×/^√]/u;
/** At most this many characters of a side are read. */
const MAX_CHARS = 200;
/** A result may be in a larger or a smaller unit than the numbers from which it is made. */
const SCALES = [1, 1e3, 1e-3, 1e6, 1e-6, 100, 0.01, 60, 1 / 60];
/** How far a result may be rounded, as a share. */
const ROUNDING = 0.006;

/** The numbers that a text has in digits; units are ignored. `language` is a BCP 47 tag. */
export function numbersIn(text: string, language: string): readonly number[] {
  return (withPlainSigns(text).match(NUMBER) ?? []).map((digits) => readingsOf(digits, language)[0] ?? 0);
}

/** The equations of a text: the numbers in them, and whether all are right. */
export type Equations = { readonly numbers: readonly number[]; readonly areRight: boolean };

/**
 * The equations of a text, in LaTeX or not, that have only numbers on two sides: `240 × 40 = 9.6 kW`. Results
 * may be rounded (`ROUNDING`) and in another unit (`SCALES`). Null if there are none. Takes linear time.
 */
export function equationsIn(text: string, language: string): Equations | null {
  const sides = withPlainSigns(text).split(/[=≈]/u);
  const pairs = sides.slice(1).flatMap((side, at) => {
    const left = CALCULATION_AT_END.exec((sides[at] ?? '').trimEnd().slice(-MAX_CHARS))?.[0] ?? '';
    const right = CALCULATION_AT_START.exec(side.slice(0, MAX_CHARS))?.[1] ?? '';
    const leftValue = calculate(left, language);
    const rightValue = calculate(right, language);
    if (!OPERATOR.test(left + right) || !Number.isFinite(leftValue + rightValue)) return [];
    const isRight = SCALES.some(
      (scale) => Math.abs(rightValue * scale - leftValue) <= ROUNDING * Math.abs(leftValue),
    );
    return [{ numbers: numbersIn(`${left} = ${right}`, language), isRight }];
  });
  if (pairs.length === 0) return null;
  return { numbers: pairs.flatMap((pair) => pair.numbers), areRight: pairs.every((pair) => pair.isRight) };
}

function withPlainSigns(text: string): string {
  return REPLACEMENTS.reduce((rest, [sign, other]) => rest.replace(sign, other), text);
}

/** The value of a calculation; not a number if it is incomplete. */
function calculate(text: string, language: string): number {
  const parts = text.match(TOKEN) ?? [];
  let at = 0;
  const value = sum();
  return at === parts.length ? value : Number.NaN;

  function take(signs: string): string | null {
    const part = parts[at] ?? '';
    if (part === '' || !signs.includes(part)) return null;
    at++;
    return part;
  }

  function sum(): number {
    let total = product();
    for (let sign = take('+−'); sign !== null; sign = take('+−'))
      total += sign === '+' ? product() : -product();
    return total;
  }

  function product(): number {
    let total = power();
    for (let sign = take('×/'); sign !== null; sign = take('×/'))
      total = sign === '×' ? total * power() : total / power();
    return total;
  }

  function power(): number {
    const base = operand();
    return take('^') === null ? base : base ** power();
  }

  function operand(): number {
    if (take('√') !== null) return Math.sqrt(operand());
    if (take('(') === null) {
      const value = readingsOf((parts[at++] ?? '').replaceAll(' ', ''), language)[0] ?? Number.NaN;
      return take('%') === null ? value : value / 100;
    }
    const value = sum();
    return take(')') === null ? Number.NaN : value;
  }
}
