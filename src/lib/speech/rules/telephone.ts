import type { SpokenWords } from '../languages/locale.ts';
import type { Rule } from './rule.ts';

/**
 * `+1 123-123-5678`, `+49 30 901820`, `(123) 123-5678`, `555.555.5555`, `123-12-1234`: a plus, or the groups
 * of North America.
 */
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
