/** The year of the latest estimates and office holders in version 1.0.0 of the package. */
export const EDITION_YEAR = 2015;

/** A value and its date. */
export type DatedValue = {
  readonly value: string;
  /** As in a sentence ("July 2015", "1 January 2014"); null if no date is stated. */
  readonly when: string | null;
};

/** The sign in place of a figure that is missing for a year. */
const MISSING = /^\$?NA$/;

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
/** "(July 2015 est.)" at the end of a value. */
const DATE = new RegExp(
  `^(.*?)\\s*\\(((?:FY ?|(?:\\d{1,2} )?(?:${MONTHS}) )?(?:19|20)\\d{2}(?:[-/–]\\d{2,4})?)(?: ` +
    '?est\\.?)?,?\\)[.,;]?$',
  's',
);

/** Reads a value and its date. If `++` separates figures of several years, the first is the value. */
export function toDated(text: string): DatedValue {
  const figures = text
    .split('++')
    .map((each) => each.trim().replace(/\s*-$/, ''))
    .filter((each) => each !== '')
    .map(splitDate)
    .filter(({ value }) => !MISSING.test(value));
  const [first, ...others] = figures;
  if (first === undefined) return { value: '', when: null };
  if (others.length === 0) return first;
  if (first.when === null) {
    const [dated, ...more] = figures.filter(({ when }) => when !== null);
    // A single date at the end of a list applies to the whole list.
    const common = dated === figures.at(-1) && more.length === 0 ? (dated?.when ?? null) : null;
    const parts = common === null ? figures.map(withDate) : figures.map(({ value }) => value);
    return { value: parts.filter((part) => part !== '').join(', '), when: common };
  }
  return { value: `${first.value} (${others.map(withDate).join(', ')})`, when: first.when };
}

/** "in July 2015", "on 1 January 2014", or "as of 2015" if no date is stated. */
export function timePhrase(when: string | null): string {
  if (when === null) return `as of ${EDITION_YEAR}`;
  if (when.startsWith('FY')) return `in the fiscal year ${when.replace(/FY ?/, '')}`;
  return `${/\d /.test(when) ? 'on' : 'in'} ${when}`;
}

function splitDate(text: string): DatedValue {
  const [, value, when] = DATE.exec(text) ?? [];
  return value !== undefined && when ? { value: value.trim(), when } : { value: text, when: null };
}

function withDate({ value, when }: DatedValue): string {
  if (when === null) return value;
  return `${value} ${timePhrase(when)}`;
}
