import type { Locale } from './locale.ts';
import type { Rule } from './rule.ts';

/** `+1 123-123-5678`, `+49 30 901820`, `(123) 123-5678`, `555.555.5555`: a plus, or the grouping of North America. */
const TELEPHONE =
  /(?<![\p{L}\p{N}.,+-])(?:\+\d{1,3}(?:[ .-]?\(\d{1,4}\)|[ .-]\d{1,4})(?:[ .-]{1,2}\d{2,8}){1,5}|(?:\d{1,2}[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}(?:-\d{1,4})?)(?![\p{L}\p{N}]|[.,-]\d)/gu;
const SOCIAL_SECURITY = /(?<![\p{L}\p{N}.,-])\d{3}-\d{2}-\d{4}(?![\p{L}\p{N}-])/gu;
const IP_ADDRESS = /(?<![\p{L}\p{N}.])(?:\d{1,3}\.){3}\d{1,3}(?![\p{L}\p{N}]|\.\d)/gu;

/** Numbers that are codes digit by digit, a comma between the groups: engines read them as thousands or as a sum. */
export function createTelephoneRule(locale: Locale): Rule {
  const spell = (number: string) =>
    number
      .replace('+', `${locale.signs['+']} `)
      .split(/[ ().-]+/)
      .filter((group) => group !== '')
      .map((group) => (/^\d+$/.test(group) ? [...group].join(' ') : group))
      .join(', ')
      .replace(`${locale.signs['+']}, `, `${locale.signs['+']} `);
  const spellAddress = (number: string) =>
    number
      .split('.')
      .map((group) => [...group].join(' '))
      .join(` ${locale.dot} `);
  return (text) => {
    if (!/\d[ ().-]{1,2}\d{2}/.test(text)) return text;
    return text.replace(IP_ADDRESS, spellAddress).replace(TELEPHONE, spell).replace(SOCIAL_SECURITY, spell);
  };
}
