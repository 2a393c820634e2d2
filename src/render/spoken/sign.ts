import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

const ANYWHERE = /\s?(&(?!#?[a-z]\w{1,30};)|[±≈≤≥≠→⇒÷§‰])\s?/gu;
const BEFORE_NUMBER = /(?<![\p{L}\p{N}])([~<>#])\s?(?=[$€£]?\d)/gu;
const MINUS = /(?<![\p{L}\p{N}.,)–-])[-−](?=[$€£]?\.?\d)|(?<=\d\s?)−/gu;
const BETWEEN_NUMBERS = /(?<=\d)\s?([×x*+])\s?(?=\d)/gu;
const EQUATION = /(?<=[\p{L}\p{N})]\s?)=(?=\s?[\p{L}\p{N}(])/gu;
const EQUATION_MINUS = /(?<=\d\s?)-(?=\s?\d{1,15}\s?=)/gu;

/** Signs that are words: `&`, `±`, `→`, and those that are words only beside a number, as `~5` or `2 × 3`. */
export function createSignRule(locale: Locale): Rule {
  const { signs } = locale;
  const wordFor = (sign: string) => ` ${signs[sign === '⇒' ? '→' : sign] ?? ''} `;
  const between = (_: string, sign: string) => {
    if (sign === '+') return wordFor('+');
    return sign === '*' ? ` ${locale.formula.times} ` : wordFor('×');
  };
  return (text) => {
    let said = text;
    if (/[&±≈≤≥≠→⇒÷§‰]/.test(said)) said = said.replace(ANYWHERE, (_, sign: string) => wordFor(sign));
    if (said.includes('=')) said = said.replace(EQUATION_MINUS, wordFor('-')).replace(EQUATION, wordFor('='));
    if (!/[~<>#×x*+−-]/.test(said)) return said;
    return said
      .replace(BEFORE_NUMBER, (_, sign: string) => `${signs[sign] ?? ''} `)
      .replace(BETWEEN_NUMBERS, between)
      .replace(MINUS, wordFor('-').trimStart());
  };
}
