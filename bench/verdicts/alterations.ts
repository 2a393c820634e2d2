import { agree, isDate } from '../../src/lib/verdicts/agree.ts';
import type { Value } from '../../src/lib/verdicts/value.ts';
import { toValues } from '../../src/lib/verdicts/values.ts';

/**
 * Changes one fact of a statement; null if it has none of that kind. `pick` returns an index below a number.
 */
export type Alteration = (text: string, pick: (below: number) => number) => string | null;

const AUXILIARY = '(is|are|was|were|can|will|has|have|had|does|do|did|should|could|would|may|might)';
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
  'one negation added': (text) => {
    if (/\b(?:not|no|never|cannot)\b|n't/.test(text)) return null;
    return changed(text, text.replace(new RegExp(`\\b${AUXILIARY} `), '$1 not '));
  },
  'one negation dropped': (text) =>
    changed(
      text,
      text
        .replace(new RegExp(`\\b${AUXILIARY} not `), '$1 ')
        .replace(/\bcannot /, 'can ')
        .replace(/\bnever /, '')
        .replace(/\b(is|are|was|were|has|have|had|does|do|did|should|could|would)n't /, '$1 '),
    ),
  'one unit swapped': (text) => {
    for (const [from, to] of UNITS) {
      const pattern = new RegExp(`(\\d[\\d,.]*[ -]?)${from}(?![a-z/])`);
      if (pattern.test(text)) return text.replace(pattern, `$1${to}`);
    }
    return null;
  },
  'two numbers exchanged': (text) => {
    const values = toValues(text, 'en').filter(({ text: own }) => /\d/.test(own));
    for (const [at, one] of values.entries())
      for (const other of values.slice(at + 1))
        if (isOtherOfKind(one, other)) {
          const between = text.slice(one.to, other.from);
          return text.slice(0, one.from) + other.text + between + one.text + text.slice(other.to);
        }
    return null;
  },
};

function isOtherOfKind(one: Value, other: Value): boolean {
  const isSameKind = one.unit?.dimension === other.unit?.dimension && isDate(one) === isDate(other);
  return isSameKind && !agree(one, other);
}

function changed(before: string, after: string): string | null {
  return before === after ? null : after;
}
