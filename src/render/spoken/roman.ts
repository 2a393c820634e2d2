import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

const NUMERAL =
  /(?<=(?<![\p{L}\p{N}])(\p{L}{3,20})\.? )(?=[IVX])(X{0,3}(?:IX|IV|V?I{0,3}))(?![\p{L}\p{N}'’-]|\.\p{L})(\.(?= \p{Ll}))?/gu;
const BEFORE_WORD =
  /(?<![\p{L}\p{N}])(?=[IVX])(X{0,3}(?:IX|IV|V?I{0,3}))(?:e|ème|ᵉ|º)?(?= (\p{L}{5,7})(?!\p{L}))/gu;
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };

/** Roman numerals up to 39 behind a name or a word that has numbers: `Louis XIV`, `World War II`, `siglo XX`. */
export function createRomanRule(locale: Locale): Rule {
  const { rulers, roman } = locale;
  const names = new Set(rulers.names);
  const before = new Set(roman.before);
  const after = new Set(roman.after);

  const sayAfter = (written: string, word: string, numeral: string) => {
    const value = toNumber(numeral);
    if (names.has(word)) return rulers.ordinals[value - 1] ?? String(value);
    if (before.has(word.toLowerCase())) return String(value) + written.slice(numeral.length);
    const isName = numeral.length > 1 && /^\p{Lu}\p{Ll}/u.test(word);
    return isName ? String(value) + written.slice(numeral.length) : written;
  };
  const sayBefore = (written: string, numeral: string, word: string) => {
    if (!after.has(word)) return written;
    const value = toNumber(numeral);
    return roman.ending === '' ? (rulers.ordinals[value - 1] ?? written) : value + roman.ending;
  };
  return (text) => {
    if (!/[IVX](?!\p{Ll}{2})/u.test(text)) return text;
    const said = after.size === 0 ? text : text.replace(BEFORE_WORD, sayBefore);
    return said.replace(NUMERAL, sayAfter);
  };
}

function toNumber(numeral: string): number {
  let sum = 0;
  for (let at = 0; at < numeral.length; at++) {
    const value = VALUES[numeral.charAt(at)] ?? 0;
    sum += value < (VALUES[numeral.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}
