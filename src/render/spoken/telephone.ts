import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

/** `+1 123-123-5678`, `+49 30 901820`, `(123) 123-5678`, `555.555.5555`: a plus, or the grouping of North America. */
const TELEPHONE =
  /(?<![\p{L}\p{N}.,+-])(?:\+\d{1,3}(?:[ .-]?\(\d{1,4}\)|[ .-]\d{1,4})(?:[ .-]{1,2}\d{2,8}){1,5}|(?:\d{1,2}[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}(?:-\d{1,4})?)(?![\p{L}\p{N}]|[.,-]\d)/gu;
/** `(11) 91234-5678` as in Brazil, `030 901820`, and after the word for telephone any groups. */
const WITH_AREA = /(?<![\p{L}\p{N}.,+-])\(\d{2,5}\) ?\d{3,5}[ -]\d{3,5}(?![\p{L}\p{N}]|[.,-]\d)/gu;
const AFTER_WORD =
  /(?<=(?<!\p{L})(?:[Tt]el|[Tt]él|[Ff]ax|[Tt]elefon|[Tt]elephone|[Pp]hone|[Tt]eléfono|[Tt]éléphone|[Tt]elefone|[Tt]elefono|[Nn]úmero|[Cc]all|[Rr]ing)[.:]? (?:at )?)\(?\d{2,5}\)?(?:[ /-]{1,2}\d{2,8}){1,5}(?![\p{L}\p{N}]|[.,-]\d)/gu;
/** Nine figures in Spain and Portugal; with a word behind them they are an amount. */
const IBERIAN = /(?<![\p{L}\p{N}.,+-])[6-9]\d\d \d{3} \d{3}(?! ?[\p{L}\p{N}%€$]|[.,]\d)/gu;
/** Seven figures in North America. Round numbers are ranges: `200-1500`. */
const LOCAL = /(?<![\p{L}\p{N}.,$€£+/-])[2-9]\d\d-\d{4}(?<!00)(?![\p{L}\p{N}%]|[.,/-]\d| ?[–-])/gu;
const WITH_WORD = /(?<![\p{L}\p{N}.,+-])(1[ -])?(8\d\d|900)-((?:[A-Z]{2,7}-?){1,2})(?![\p{L}\p{N}-])/gu;
/** Short numbers that are dialled or typed. */
const TYPED =
  /(?<=(?<!\p{L})(?:ending in|ends in|ended in|[Dd]ial(?:ing)?|[Cc]all(?:ing)?|PIN|OTP|[Ee]xt\.?|[Ee]xtension|[Nn]otruf|Rufnummer|unter der) )(?:\d{3,6}|(?<=xt(?:\.|ension) )\d\d)(?![\p{L}\p{N}]|[.,:-]\d| (?:times|people|days|hours|minutes|functions|or more)(?!\p{L}))/gu;
const SOCIAL_SECURITY = /(?<![\p{L}\p{N}.,-])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/gu;
const IP_ADDRESS = /(?<![\p{L}\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?![\p{L}\p{N}]|\.\d)/gu;

/** Numbers that are codes digit by digit, a comma between the groups: engines read them as thousands or as a sum. */
export function createTelephoneRule(locale: Locale): Rule {
  const spell = (number: string) =>
    number
      .replace('+', `${locale.signs['+']} `)
      .split(/[ ()./-]+/)
      .filter((group) => group !== '')
      .map((group) => (/^\d+$/.test(group) ? [...group].join(' ') : group))
      .join(', ')
      .replace(`${locale.signs['+']}, `, `${locale.signs['+']} `);
  const spellAddress = (number: string) =>
    number
      .split('.')
      .map((group) => [...group].join(' '))
      .join(` ${locale.dot} `);
  const spellWord = (_: string, one: string | undefined, area: string, word: string) =>
    `${one === undefined ? '' : '1, '}${[...area].join(' ')}, ${word.replace(/-/g, ' ')}`;
  return (text) => {
    let said = text;
    if (/\d[ ()./-]{1,2}\d{2}/.test(said))
      said = said
        .replace(IP_ADDRESS, spellAddress)
        .replace(TELEPHONE, spell)
        .replace(SOCIAL_SECURITY, spell)
        .replace(WITH_AREA, spell)
        .replace(AFTER_WORD, spell);
    if (locale.code === 'es' || locale.code === 'pt') said = said.replace(IBERIAN, spell);
    if (locale.code === 'en') said = said.replace(LOCAL, spell).replace(WITH_WORD, spellWord);
    return said.replace(TYPED, spell);
  };
}
