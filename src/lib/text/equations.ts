import { readingsOf } from './digit-readings.ts';

/** The signs of formulas as those of a calculation; `§` is something unknown. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\{,\}/g, ','],
  [/\\(?:text|mathrm)\s?\{[^{}]{0,80}\}/g, ' '],
  [/\\[dt]?frac\s?\{([^{}]{1,80})\}\s?\{([^{}]{1,80})\}/g, '(($1)/($2))'],
  [/\\sqrt\s?\{([^{}]{1,80})\}/g, '√($1)'],
  [/\\(?:times|cdot)|[*·]|(?<=\d ?)x(?= ?\d)/g, '×'],
  [/\\approx|≃/g, '≈'],
  [/\\div|÷/g, '/'],
  [/\\%/g, '%'],
  [/\\[a-z]+\s*/gi, '§'],
  [/[{}$\\]+[,;! ()[\]]?/g, ' '],
  [/²/g, '^2'],
  [/³/g, '^3'],
  [/ [-–] /g, ' − '],
  [/(?<=\d) ?(?:[kMG]?[WVA]h?|k[gm]|[cm]m|€)(?![\p{L}\d])|[€$](?=\d)/gu, ' '],
];
const NUMBER = /\d+(?:[.,]\d+)*/g;
const PART = /\d+(?:[.,]\d+)*(?: \d{3}(?![\d.,]))*|[+−×/^√()%]/gu;
/** A calculation at the end of a text, or at its beginning. Next to an unknown sign, it is only a part. */
const LAST = /(?<![\p{L}§\d.,]|[+−×/^] ?)[\d(√][\d.,+−×/^√()% ]*$/u;
const FIRST = /^ *([\d(√](?:[\d.,+−×/^√()% ]*[\d)%])?)(?! *(?:\p{L}(?!\p{L})|[§+−×/^(]))/u;
const OPERATOR = /[+−×/^√]/u;
/** At most this many characters of a side are read. */
const MAX_CHARS = 200;
/** A result may be in a larger or a smaller unit than the numbers from which it is made. */
const SCALES = [1, 1e3, 1e-3, 1e6, 1e-6, 100, 0.01, 60, 1 / 60];
/** How far a result may be rounded, as a share. */
const ROUNDING = 0.006;

/** The numbers of a text in digits, without units. `language` is a BCP 47 tag. */
export function numbersIn(text: string, language: string): readonly number[] {
  return (plain(text).match(NUMBER) ?? []).map((digits) => readingsOf(digits, language)[0] ?? 0);
}

/** The equations of a text: the numbers in them, and whether all are right. */
export type Equations = { readonly numbers: readonly number[]; readonly areRight: boolean };

/**
 * The equations of a text, in LaTeX or not, that have only numbers on two sides: `240 × 40 = 9.6 kW`. Results
 * may be rounded. Null if there are none. Takes linear time.
 */
export function equationsIn(text: string, language: string): Equations | null {
  const sides = plain(text).split(/[=≈]/u);
  const pairs = sides.slice(1).flatMap((side, at) => {
    const left = LAST.exec((sides[at] ?? '').trimEnd().slice(-MAX_CHARS))?.[0] ?? '';
    const right = FIRST.exec(side.slice(0, MAX_CHARS))?.[1] ?? '';
    const made = calculate(left, language);
    const result = calculate(right, language);
    if (!OPERATOR.test(left + right) || !Number.isFinite(made + result)) return [];
    const isRight = SCALES.some((scale) => Math.abs(result * scale - made) <= ROUNDING * Math.abs(made));
    return [{ numbers: numbersIn(`${left} = ${right}`, language), isRight }];
  });
  if (pairs.length === 0) return null;
  return { numbers: pairs.flatMap((pair) => pair.numbers), areRight: pairs.every((pair) => pair.isRight) };
}

function plain(text: string): string {
  return SIGNS.reduce((rest, [sign, other]) => rest.replace(sign, other), text);
}

/** The value of a calculation; not a number if it is incomplete. */
function calculate(text: string, language: string): number {
  const parts = text.match(PART) ?? [];
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
    const base = single();
    return take('^') === null ? base : base ** power();
  }

  function single(): number {
    if (take('√') !== null) return Math.sqrt(single());
    if (take('(') === null) {
      const value = readingsOf((parts[at++] ?? '').replaceAll(' ', ''), language)[0] ?? Number.NaN;
      return take('%') === null ? value : value / 100;
    }
    const value = sum();
    return take(')') === null ? Number.NaN : value;
  }
}
