import type { Locale } from './locales/locale.ts';
import type { Rule } from './rule.ts';

/**
 * `+1 123-123-5678`, `+49 30 901820`, `(123) 123-5678`, `555.555.5555`: a plus, or the grouping of North
 * America.
 */
const TELEPHONE = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,+-])(?:\+\d{1,3}(?:[ .-]?\(\d{1,4}\)` +
    String.raw`|[ .-]\d{1,4})(?:[ .-]{1,2}\d{2,8}){1,5}|(?:\d{1,2}[ .-])?(?:\(\d{3}\) ?` +
    String.raw`|\d{3}[.-])\d{3}[.-]\d{4}(?:-\d{1,4})?)(?![\p{L}\p{N}]|[.,-]\d)`,
  'gu',
);
/** `(11) 91234-5678` as in Brazil, `(0341) 696290`; `(1998) 245-267` is a year with its pages. */
const WITH_AREA = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,+-])(?:\(0\d{1,4}\) ?\d{3,5}[ -]?\d{3,5}` +
    String.raw`|\(\d\d\) ?\d{4,5}[ -]\d{4})(?![\p{L}\p{N}]|[.,-]\d)`,
  'gu',
);
/**
 * After a word for telephone, all groups of digits count. After other words, the number must have more digits
 * than an amount.
 */
const AFTER_WORD = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:([Tt]el|[Tt]él|[Ff]ax|[Tt]elefon|[Tt]elephone|[Tt]eléfono` +
    '|[Tt]éléphone|[Tt]elefone|[Tt]elefono)|[Pp]hone|[Nn]úmero|[Cc]all' +
    String.raw`|[Rr]ing)[.:]{0,2} (?:at )?)\(?\d{2,5}\)?(?:[ /-]{1,2}\d{2,8}){1,5}(?![\p{L}\p{N}]` +
    String.raw`|[.,-]\d)`,
  'gu',
);
/**
 * In Spain and Portugal, nine digits are a telephone number, unless a word follows or they are round
 * millions: then they are an amount.
 */
const IBERIAN = /(?<![\p{L}\p{N}.,+-])[6-9]\d\d \d{3} \d{3}(?<! 000)(?! ?[\p{L}\p{N}%€$]|[.,]\d)/gu;
/** Seven digits are a telephone number in North America. Round numbers are ranges: `200-1500`. */
const LOCAL = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,$€£+/-])[2-9]\d\d-\d{4}(?<!00)(?![\p{L}\p{N}%]|[.,/-]\d| ?[–-]` +
    '| (?:px|[cmkn]?m|[mk]?g|m?s|h|ft|hp|k?cal|[kMG]?Hz|[kMG]?W|V|[kMG]B|BCE?|CE' +
    String.raw`|AD)(?!\p{L}))`,
  'gu',
);
/** Words before a number that is not a telephone number: `754-2008` can be the name of a standard. */
const BEFORE_RANGE = new RegExp(
  String.raw`(?:pages?|pp?\.|lines?|years?|from|between|ages?|section|numbers?|nos?\.|IEEE|ISO` +
    String.raw`|EN|IEC|ANSI|AD|A\.D\.|BCE?)[ (]?$`,
  'i',
);
/** `618-1279` is a range of years unless one of these words precedes it. */
const BEFORE_CALL = /(?:at|call|phone|tel|fax|dial|text|contact|\d{3}-\d{4}(?: or|,))[.:]? ?$/i;
const WITH_WORD = /(?<![\p{L}\p{N}.,+-])(1[ -])?(8\d\d|900)-((?:[A-Z]{2,7}-?){1,2})(?![\p{L}\p{N}-])/gu;
/** Short numbers that are dialled or typed: any number after such a word, and emergency numbers. */
const TYPED = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:(?:card|account|number|phone|code|digits)s? (?:ending|ends` +
    String.raw`|ended) in|[Dd]ial(?:ing)?|PIN|OTP|[Ee]xt\.?|[Ee]xtension|[Nn]otruf` +
    String.raw`|Rufnummer) )(?:\d{3,6}|(?<=xt(?:\.|ension) )\d\d)(?![\p{L}\p{N}]|[.,:-]\d)`,
  'gu',
);
const HELP = new RegExp(
  String.raw`(?<=(?<!\p{L})(?:[Cc]all(?:s|ed|ing)?|[Tt]ext|unter der) )(?:[2-9]11|112|110|999` +
    String.raw`|988|116 ?\d{3})(?![\p{L}\p{N}]|[.,:-]\d|-\p{L}| (?:times|people|days|hours` +
    String.raw`|minutes|functions|or more|Euro|Meter|Prozent)(?!\p{L}))`,
  'gu',
);
/**
 * The endings of the words that precede a short number. Checking for them first is a hundred times faster.
 */
const BEFORE_SHORT = /(?: in|ial|ing|PIN|OTP|xt\.?|ion|ruf|mer|alls?|lled| der) \d/;
const SOCIAL_SECURITY = /(?<![\p{L}\p{N}.,-])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/gu;

/**
 * Writes codes digit by digit, with commas between groups, because speech engines would read them as
 * thousands or as a sum of money.
 */
export function createTelephoneRule(locale: Locale): Rule {
  const spell = (number: string) =>
    number
      .replace('+', `${locale.signs['+']} `)
      .split(/[ ()./-]+/)
      .filter((group) => group !== '')
      .map((group) => (/^\d+$/.test(group) ? [...group].join(' ') : group))
      .join(', ')
      .replace(`${locale.signs['+']}, `, `${locale.signs['+']} `);
  const spellWord = (_: string, one: string | undefined, area: string, word: string) =>
    `${one === undefined ? '' : '1, '}${[...area].join(' ')}, ${word.replace(/-/g, ' ')}`;
  const spellLocal = (number: string, at: number, text: string) => {
    const before = text.slice(Math.max(0, at - 12), at);
    const isPhone = number.startsWith('555') || BEFORE_CALL.test(before);
    if (!isPhone && (/-(?:1\d|20)\d\d$/.test(number) || BEFORE_RANGE.test(before))) return number;
    return spell(number);
  };
  return (text) => {
    let said = text;
    if (/\d[ ()./-]{1,2}\d{2}/.test(said))
      said = said
        .replace(TELEPHONE, spell)
        .replace(SOCIAL_SECURITY, spell)
        .replace(WITH_AREA, spell)
        .replace(AFTER_WORD, (number: string, word?: string) =>
          number.replace(/\D/g, '').length < (word === undefined ? 7 : 6) ? number : spell(number),
        );
    if (locale.code === 'es' || locale.code === 'pt') said = said.replace(IBERIAN, spell);
    if (locale.code === 'en' && /\d{3}-/.test(said))
      said = said.replace(LOCAL, spellLocal).replace(WITH_WORD, spellWord);
    return BEFORE_SHORT.test(said) ? said.replace(TYPED, spell).replace(HELP, spell) : said;
  };
}
