import type { MeasureUnit } from './units.ts';
import type { Value } from './value.ts';

/** The unit that marks the name of a month, which is not a quantity. */
export const MONTH: MeasureUnit = { dimension: 'month-name', factor: 1 };

/** `2019-05-14` in groups 1 to 4, or `14.05.2019` in groups 5 to 8; 2 and 6 are the marks. */
const NUMERIC_DATE = /^(?:(\d{4})([-/.])(\d{1,2})\2(\d{1,2})|(\d{1,2})([-/.])(\d{1,2})\6(\d{4}))(?![\d.]*\d)/;

/**
 * The year, the month and the day of a date in digits at a place in a text: `2019-05-14`, `14.05.2019`. In
 * English `05/06/2019` has two readings. Null if there is no date.
 */
export function numericDateAt(text: string, at: number, language: string): readonly Value[] | null {
  const match = NUMERIC_DATE.exec(text.slice(at, at + 12));
  if (match === null) return null;
  const isYearFirst = match[1] !== undefined;
  const texts = isYearFirst ? [match[1], match[3], match[4]] : [match[5], match[7], match[8]];
  const [a = 0, b = 0, c = 0] = texts.map(Number);
  const [day, month, year] = isYearFirst ? [c, b, a] : [a, b, c];
  const mayBeSwapped = !isYearFirst && language.startsWith('en');
  const isDay = (one: number) => one >= 1 && one <= 31;
  const months = [month, ...(mayBeSwapped ? [day] : [])].filter((one) => one >= 1 && one <= 12);
  const days = [day, ...(mayBeSwapped ? [month] : [])].filter(isDay);
  if (months.length === 0 || days.length === 0) return null;
  let from = at;
  const order = isYearFirst ? [[year], months, days] : [days, months, [year]];
  return texts.map((own = '', place) => {
    const start = from;
    from += own.length + 1;
    const unit = place === 1 ? MONTH : null;
    return {
      readings: order[place] ?? [],
      tolerance: 0,
      unit,
      text: own,
      from: start,
      to: start + own.length,
    };
  });
}
