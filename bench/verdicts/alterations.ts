/**
 * Changes one fact of a statement; null if it has none of that kind. `pick` returns an index below a number.
 */
type Alteration = (text: string, pick: (below: number) => number) => string | null;

const UNITS: readonly (readonly [string, string])[] = [
  ['km', 'miles'],
  ['kilometers', 'miles'],
  ['miles', 'kilometers'],
  ['meters', 'feet'],
  ['feet', 'meters'],
  ['percent', 'million'],
  ['%', ' million'],
  ['kg', 'pounds'],
  ['pounds', 'kg'],
  ['hours', 'minutes'],
  ['minutes', 'hours'],
  ['days', 'weeks'],
  ['weeks', 'days'],
  ['years', 'months'],
  ['months', 'years'],
  ['million', 'billion'],
  ['billion', 'million'],
  ['inches', 'feet'],
  ['cm', 'mm'],
  ['mg', 'g'],
];
const NAMES = [
  'Margaret Holloway',
  'Duisburg',
  'Tanaka Corporation',
  'Patagonia',
  'Oskar Lindqvist',
  'Nairobi',
];

/** One changed fact for each kind of difference. */
export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  'one digit swapped': (text, pick) => {
    const digits = [...text.matchAll(/\d/g)];
    const digit = digits[pick(digits.length)];
    if (digit === undefined) return null;
    return (
      `${text.slice(0, digit.index)}${(Number(digit[0]) + 1 + pick(8)) % 10}${text.slice(digit.index + 1)}` +
      ''
    );
  },
  'one name swapped': (text, pick) => {
    const names = [...text.matchAll(/(?<=[a-z] )[A-Z][a-z]+(?: [A-Z][a-z]+)*/g)];
    const name = names[pick(names.length)];
    if (name === undefined) return null;
    return text.slice(0, name.index) + NAMES[pick(NAMES.length)] + text.slice(name.index + name[0].length);
  },
  'one unit swapped': (text) => {
    for (const [from, to] of UNITS) {
      const pattern = new RegExp(`(\\d[\\d,.]*[ -]?)${from}(?![a-z/])`);
      if (pattern.test(text)) return text.replace(pattern, `$1${to}`);
    }
    return null;
  },
};
