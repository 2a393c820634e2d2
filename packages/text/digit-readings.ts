/** Languages that separate thousands with a comma. Elsewhere `1,234` and `1.234` have two readings. */
const COMMA_GROUPS = /^(?:en|zh|ja)\b/;

/**
 * The values that a number in digits may have, with at most one decimal mark; the likelier one first.
 * @param digits without spaces and apostrophes
 */
export function readingsOf(digits: string, language: string): readonly number[] {
  const marks = digits.match(/[.,]/g) ?? [];
  if (marks.length === 0) return [Number(digits)];
  const isGrouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(digits) && new Set(marks).size === 1;
  const lastMark = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const decimal = Number(`${digits.slice(0, lastMark).replace(/[.,]/g, '')}.${digits.slice(lastMark + 1)}`);
  const grouped = Number(digits.replace(/[.,]/g, ''));
  if (isGrouped && marks.length > 1) return [grouped];
  if (isGrouped && COMMA_GROUPS.test(language)) return [marks[0] === ',' ? grouped : decimal];
  if (isGrouped) return [grouped, decimal];
  return [decimal];
}
