import { isStopWord } from '../../core/words.ts';
import type { Locale } from './locales/locale.ts';
import { alternatives, fill, type Rule } from './rule.ts';

const BELOW_10 = '(?:IX|IV|V?I{0,3})';
/** Up to 39; larger numerals are too often letters (`XL`, `CD`, `MIX`). */
const SMALL = `(?=[IVX])X{0,3}${BELOW_10}`;
/** Up to 89, if the word before it shows that it is a number. */
const LARGE = `(?=[IVXL])(?:XL|LX{0,3}|X{0,3})${BELOW_10}`;
const NOT_IN_WORD = "(?![\\p{L}\\p{N}’'-]|\\.\\p{L})";
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };
const REACH = 24;
/**
 * Verbs after `I` as a pronoun. If these words followed a name with a numeral, they would have another
 * ending: `Francis I thinks`.
 */
const PRESENT = new RegExp(
  "^ (?:also |really |just |never |always |still |do not |don['’]t )?(?:am|think|know" +
    '|believe|guess|hope|mean|want|like|love|need|prefer|recommend|remember|have|do' +
    "|don['’]t|will|would|can|could|should|must|may|use|see|find|feel|live|work|explain" +
    '|describe|discuss|introduce|hear|suppose|say|go|get|make|take|read|mentioned' +
    String.raw`|personally)(?!\p{L})`,
  'u',
);
/**
 * Verbs that can follow both the pronoun `I` and the numeral of a king or a war. Before a lower-case noun,
 * the `I` is the pronoun.
 */
const PAST = new RegExp(
  '^ (?:was|had|did|wrote|said|saw|bought|liked|loved|wanted|needed|used|found|got' +
    '|made|took|played|chose|worked|watched|enjoyed|described|missed|knew|thought|meant' +
    String.raw`|fought|went|came|gave|learned|finished|started|grew|lived)(?!\p{L})`,
  'u',
);
/** Words after which `IV` means an intravenous drip. */
const INTO_VEIN = new RegExp(
  '^ (?:fluid|drip|line|bag|access|pole|push|bolus|infusion|antibiotic|therapy' +
    '|medication|treatment|catheter|contrast|drug|dose|solution|iron|immunoglobulin' +
    String.raw`|injection)s?(?!\p{L})`,
  'u',
);

/**
 * Spells out Roman numerals next to names and numbered words: `Louis XIV`, `World War II`, `siglos XV y XVI`,
 * `XXe siècle`.
 */
export function createRomanRule(locale: Locale): Rule {
  const { rulers, roman } = locale;
  const sayOrdinal = createOrdinals(locale);
  const { afterWord, beforeWord, withEnding } = patternsOf(roman);

  function sayAfter(
    written: string,
    word: string,
    small: string | undefined,
    large: string | undefined,
    rest: string,
    at: number,
    text: string,
  ): string {
    const numeral = small ?? large ?? '';
    const behind = text.slice(at + written.length).slice(0, REACH);
    if (numeral === 'I' && locale.code === 'en' && isPronoun(word, behind)) return written;
    const sayAll = (say: (numeral: string) => string) =>
      // A stop before a lower-case letter or another mark belongs to an ordinal.
      say(numeral) + (rest === '.' ? '' : rest.replaceAll('–', between).replace(/[IVX]+/g, say));
    if (roman.before.includes(word.toLowerCase()))
      return sayAll((form) => String(toNumber(form))) + stopOf(rest);
    if (small === undefined) return written;
    const isQueen = rulers.queens.includes(word);
    const titled = hasTitle(text.slice(Math.max(0, at - REACH), at), rulers.titles);
    if (isQueen || titled || rulers.names.includes(word))
      return !titled && isInitial(numeral, behind)
        ? written
        : sayAll((form) => rulers.say(toNumber(form), isQueen));
    const isName = numeral.length > 1 && /^\p{Lu}\p{Ll}/u.test(word) && !isStopWord(word.toLowerCase());
    return isName && !(numeral === 'IV' && INTO_VEIN.test(behind))
      ? sayAll((form) => String(toNumber(form))) + stopOf(rest)
      : written;
  }

  const between = fill(locale.range, { from: '', to: '' });
  // A numeral without an ending is a whole word, as are `XXe` and `Ier`. Most words with such letters are
  // longer, so this test skips them quickly.
  const quick = withEnding === null ? /[IVXL](?!\p{L})/u : /[IVXL](?!\p{Ll}{3})/u;

  return (text) => {
    if (!quick.test(text)) return text;
    let said = withEnding === null ? text : text.replace(withEnding, sayOrdinal);
    if (beforeWord !== null)
      said = said.replace(beforeWord, (written: string, numeral: string, word: string) =>
        sayOrdinal(written, numeral, roman.after[word] ?? ''),
      );
    return said.replace(afterWord, sayAfter);
  };
}

/**
 * The patterns of numerals after a word, before a word and with the ending of an ordinal; the last two are
 * null for a language that has no such numerals.
 */
function patternsOf(roman: Locale['roman']) {
  const more =
    `(?:(?:, (?:${alternatives(roman.and)}) |, | (?:${alternatives(roman.and)}) |–)(?=V|[IX][IVX])${SMALL}` +
    `${NOT_IN_WORD}){0,5}`;
  const afterWord = new RegExp(
    `(?<=(?<![\\p{L}\\p{N}])(\\p{L}{3,20})\\.? )(?:(${SMALL})(?:(?=['’]s?(?!\\p{L}))|${NOT_IN_WORD}` +
      `)|(${LARGE})${NOT_IN_WORD})(\\.(?=[,;:)]| \\(?\\p{Ll})|${more})`,
    'gu',
  );
  const behind = alternatives(Object.keys(roman.after));
  const joined = `(?: (?:${alternatives(roman.and)}) |[-–])`;
  const beforeWord =
    behind === ''
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}])(${SMALL})(?=(?:${joined}${SMALL})? (${behind})(?!\\p{L}))`, 'gu');
  const withEnding =
    roman.ending === null
      ? null
      : new RegExp(`(?<![\\p{L}\\p{N}])(${SMALL})(${roman.ending.source})(?![\\p{L}\\p{N}’'])`, 'gu');
  return { afterWord, beforeWord, withEnding };
}

/**
 * Writes a numeral with the ending of an ordinal in words; a numeral that is not an ordinal stays as it is
 * written.
 */
function createOrdinals({ ordinal }: Locale) {
  // The ordinal of 1 never ends in a bare `e`, and only that ordinal ends in `er`: `Ver`, for example, is a
  // word.
  return (written: string, numeral: string, ending: string) =>
    written === 'Ie' || (/r/.test(ending) && numeral !== 'I')
      ? written
      : (ordinal?.(toNumber(numeral), ending) ?? written);
}

/** Whether a ruler's title and a name come just before: `King Charles`. */
function hasTitle(before: string, titles: readonly string[]): boolean {
  const words = before.trimEnd().split(' ');
  return /^\p{Lu}/u.test(words.at(-1) ?? '') && titles.includes(words.at(-2) ?? '');
}

/** The full stop after a numeral; it is kept unless the numeral belongs to a ruler's name. */
function stopOf(rest: string): string {
  return rest === '.' ? '.' : '';
}

/**
 * Whether `I` is the pronoun and not a number: `the book I read`, `King Charles I think`. A verb in the
 * present tense shows the pronoun.
 */
function isPronoun(word: string, behind: string): boolean {
  return PRESENT.test(behind) || (/^\p{Ll}/u.test(word) && PAST.test(behind));
}

/**
 * Whether a numeral of one letter is an initial, as in `Peter V. Smith`. If a stop word follows the full
 * stop, it begins a new sentence instead.
 */
function isInitial(numeral: string, behind: string): boolean {
  const next = /^\. (\p{Lu}\p{L}*)/u.exec(behind)?.[1];
  return numeral.length === 1 && next !== undefined && !isStopWord(next.toLowerCase());
}

function toNumber(numeral: string): number {
  let sum = 0;
  for (let at = 0; at < numeral.length; at++) {
    const value = VALUES[numeral.charAt(at)] ?? 0;
    sum += value < (VALUES[numeral.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}
