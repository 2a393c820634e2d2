/** Units and abbreviations of the World Factbook, and their names in a sentence. */
const SHORTHAND: readonly (readonly [RegExp, string])[] = [
  [/\bsq km\b/g, 'square kilometers'],
  [/\bcu km\/yr\b/g, 'cubic kilometers a year'],
  [/\bcu m\/yr\b/g, 'cubic meters a year'],
  [/\bcu km\b/g, 'cubic kilometers'],
  [/\bcu m\b/g, 'cubic meters'],
  [/\bbbl\/day\b/g, 'barrels a day'],
  [/\bbbl\b/g, 'barrels'],
  [/(\d) nm\b/g, '$1 nautical miles'],
  [/(\d) km\b/g, '$1 kilometers'],
  [/(\d) m\b(?!-)/g, '$1 meters'],
  [/\bMt\b(?=$| \()/g, 'metric tons'],
  [/\/1,000 (population|live births)/g, ' per 1,000 $1'],
  [/\/100,000 live births/g, ' per 100,000 live births'],
  [/\bmigrant\(s\)/g, 'migrants'],
  [/\bmale\(s\)\/female/g, 'males per female'],
  [/\bchildren born\/woman/g, 'children born per woman'],
  [/\b(urban|rural|total): /g, '$1 '],
  [/\bnote(?: -|:)\s*/g, ''],
  [/\bleaders?: NA\b/g, ''],
];

/** The edition has a quotation mark for an apostrophe: `The Emperor"s Reign`. */
const STRAY_QUOTE = /(?<=\p{L})"(?=(?:s|t|re|ve|ll|d)(?!\p{L}))/gu;
/** A city in capitals: "LIMA (capital)". */
const CAPITAL_CITY = /[\p{Lu} '’.-]{3,}(?= \(capital\))/u;
/** A surname in capitals after another name: "Ollanta HUMALA". Acronyms after a name are usually shorter. */
const SURNAME = /(?<=\p{Lu}[\p{Ll}.'’-]*[ -])\p{Lu}[\p{Lu}'’]{3,}(?![\p{L}])/gu;

/**
 * A value in a form that fits into a sentence: units in words, no markup, no brackets except round ones, no
 * semicolons.
 */
export function plainValue(value: string): string {
  const words = SHORTHAND.reduce((text, [short, long]) => text.replace(short, long), value);
  return words
    .replace(/<[^>]{0,200}>/g, ' ')
    .replace(STRAY_QUOTE, "'")
    .replace(/\*+|_{2,}|\+{2,}/g, ' ')
    .replace(/[[{]/g, '(')
    .replace(/[\]}]/g, ')')
    .replace(/\s*;\s*/g, ', ')
    .replace(CAPITAL_CITY, (city) => city.replace(/\p{Lu}+/gu, capitalized))
    .replace(SURNAME, capitalized)
    .replace(/\s+([,.)])/g, '$1')
    .replace(/(?:,\s*)+(?=,)/g, '')
    .replace(/\(\s*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s,.;:-]+$/, '');
}

function capitalized(name: string): string {
  return name.charAt(0) + name.slice(1).toLowerCase();
}

/** Text such as "seats by party - NA". */
const WITHOUT_VALUE = /(?:^|[-:] ?)\$?NA\.?$/;

/** The items of a value, separated by semicolons outside brackets, without empty ones. */
export function itemsOf(value: string): string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: sign, index } of value.matchAll(/[()[\];]/g)) {
    if (sign === '(' || sign === '[') depth++;
    else if (sign !== ';') depth = Math.max(0, depth - 1);
    else if (depth === 0) {
      items.push(value.slice(from, index));
      from = index + 1;
    }
  }
  return [...items, value.slice(from)]
    .map((item) => item.trim())
    .filter((item) => item !== '' && !WITHOUT_VALUE.test(item));
}

/**
 * A value and its date, written as in a sentence ("July 2015", "1 January 2014"); the date is null if none is
 * stated.
 */
export type Dated = { readonly value: string; readonly when: string | null };

/** The sign in place of a figure that is missing for a year. */
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
    const whole = dated === figures.at(-1) && more.length === 0 ? dated?.when : undefined;
    const parts = whole ? figures.map(({ value }) => value) : figures.map(withDate);
    return { value: parts.filter((part) => part !== '').join(', '), when: whole ?? null };
  }
  return { value: `${first.value} (${others.map(withDate).join(', ')})`, when: first.when };
}

/** "in July 2015", "on 1 January 2014", or "as of 2015" if no date is stated. */
export function timePhrase(when: string | null): string {
  if (when === null) return `as of ${EDITION_YEAR}`;
  if (when.startsWith('FY')) return `in the fiscal year ${when.replace(/FY ?/, '')}`;
  return `${/\d /.test(when) ? 'on' : 'in'} ${when}`;
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
