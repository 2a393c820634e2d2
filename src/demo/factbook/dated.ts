/** A value with its date as in a sentence ("July 2015", "1 January 2014"); null if none is stated. */
export type Dated = { readonly value: string; readonly when: string | null };

/** Stands for a year without a figure. */
const MISSING = /^\$?NA$/;

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** "(July 2015 est.)" at the end of a value. */
const DATE = new RegExp(
  `^(.*?)\\s*\\(((?:FY ?|(?:\\d{1,2} )?(?:${MONTHS}) )?(?:19|20)\\d{2}(?:[-/–]\\d{2,4})?)(?: ` +
    '?est\\.?)?,?\\)[.,;]?$',
  's',
);

/**
 * Reads a value and the date after it. If `++` separates the figures of several years, the first is the value
 * and the others follow it.
 */
export function toDated(text: string): Dated {
  const [first, ...others] = text
    .split('++')
    .map((each) => each.trim().replace(/\s*-$/, ''))
    .filter((each) => each !== '')
    .map(splitDate)
    .filter(({ value }) => !MISSING.test(value));
  if (first === undefined) return { value: '', when: null };
  if (others.length === 0) return first;
  if (first.when === null) {
    // A single date at the end of a list applies to the whole list.
    const last = others.at(-1)?.when ?? null;
    const isOne = [first, ...others].filter(({ when }) => when !== null).length === 1;
    const parts = isOne ? [first, ...others].map(({ value }) => value) : [first, ...others].map(withDate);
    return { value: parts.filter((part) => part !== '').join(', '), when: isOne ? last : null };
  }
  return { value: `${first.value} (${others.map(withDate).join(', ')})`, when: first.when };
}

/** "in July 2015", "on 1 January 2014", or "as of 2015" if no date is stated. */
export function timePhrase(when: string | null): string {
  if (when === null) return `as of ${EDITION_YEAR}`;
  if (/^FY/.test(when)) return `in the fiscal year ${when.replace(/^FY ?/, '')}`;
  return `${/^\d{1,2} /.test(when) ? 'on' : 'in'} ${when}`;
}

/** The year of the latest estimates and office holders in version 1.0.0 of the package. */
export const EDITION_YEAR = 2015;

function splitDate(text: string): Dated {
  const [, value, when] = DATE.exec(text) ?? [];
  return value !== undefined && when ? { value: value.trim(), when } : { value: text, when: null };
}

function withDate({ value, when }: Dated): string {
  if (when === null) return value;
  return `${value} ${timePhrase(when)}`;
}
