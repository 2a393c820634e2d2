import { UNIT_TABLE, type UnitRow } from '@sayso/text/unit-table.ts';
import {
  add,
  compare,
  divide,
  multiply,
  negate,
  type Rational,
  type ReadNumber,
  readNumber,
  toRational,
  writeNumber,
} from './numbers.ts';
import {
  beforeEnd,
  fillIn,
  type InstantFinding,
  type InstantWords,
  type Phrasing,
  splitsAt,
  withoutStart,
} from './words.ts';

/** A unit of measurement, with its ratio to the base unit of its dimension. */
type MeasuringUnit = {
  readonly dimension: string;
  readonly symbol: string;
  readonly ratio: Rational;
  /** Added after multiplying by the ratio; only temperatures need it: kelvin = degrees × ratio + offset. */
  readonly offset: Rational;
  /** True for units that count the other way round: miles per gallon against litres per 100 km. */
  readonly isInverse: boolean;
  /** The assumption that an answer mentions if only the unit's name was given. */
  readonly assumes: string | null;
};

/** Dimensions with symbols that mean another unit in lower case. */
const CASE_MATTERS = new Set(['data']);
/** By symbol, with its capitals. */
const exact = new Map<string, MeasuringUnit>();
/** By name or symbol in lower case, with hyphens for spaces. */
const loose = new Map<string, MeasuringUnit>();

for (const [dimension, rows] of Object.entries(UNIT_TABLE)) for (const row of rows) addUnit(dimension, row);

/**
 * The unit with this symbol or name, in any of the languages; undefined if there is none. Capitals matter
 * only in symbols for data (`Mb` is a megabit, `MB` a megabyte).
 */
function findUnit(name: string): MeasuringUnit | undefined {
  return exact.get(name) ?? loose.get(name.toLowerCase().replaceAll(' ', '-'));
}

function addUnit(dimension: string, row: UnitRow): void {
  const { symbols, isInverse = false, assumes = null, names = '' } = row;
  const ratio = toRatio(row.ratio);
  const offset = temperatureOffset(ratio, toRatio(row.shift ?? '0'));
  const unit: MeasuringUnit = { dimension, symbol: symbols[0] ?? '', ratio, offset, isInverse, assumes };
  for (const symbol of symbols) exact.set(symbol, unit);
  if (!CASE_MATTERS.has(dimension))
    for (const symbol of symbols) loose.set(symbol.toLowerCase().replaceAll(' ', '-'), unit);
  for (const name of names.split(' ')) if (name !== '') loose.set(name, unit);
}

/** What is added after scaling for a shift before it: kelvin = (degrees + shift) × ratio. */
function temperatureOffset(ratio: Rational, shift: Rational): Rational {
  return fraction(ratio.numerator * shift.numerator, ratio.denominator * shift.denominator);
}

/** Reads `1609.344`, `5/9` or `1852/3600`. */
function toRatio(text: string): Rational {
  const [numerator = '1', denominator = '1'] = text.split('/');
  const top = decimal(numerator);
  const bottom = decimal(denominator);
  return fraction(top.numerator * bottom.denominator, top.denominator * bottom.numerator);
}

function decimal(text: string): Rational {
  const [whole = '0', after = ''] = text.split('.');
  return fraction(BigInt(whole + after), 10n ** BigInt(after.length));
}

/** A fraction of the table in lowest terms; none of them is too large for `toRational`. */
function fraction(numerator: bigint, denominator: bigint): Rational {
  return toRational(numerator, denominator) ?? { numerator, denominator };
}

/** An amount with its unit, and the name of the unit into which it is converted. */
type ConversionRequest = { readonly amount: string; readonly unitName: string };

/** A quantity: `5 ft 10 in` has two parts. */
type Quantity = {
  readonly parts: readonly QuantityPart[];
  readonly total: Rational;
  readonly unit: MeasuringUnit;
};
type QuantityPart = {
  readonly value: Rational;
  readonly unit: MeasuringUnit;
  readonly note?: string;
  readonly doubt?: string;
};

const MAX_PARTS = 3;
const ONE: Rational = { numerator: 1n, denominator: 1n };

/**
 * Converts a question that consists only of a quantity and a unit; null for every other question, and if it
 * can be read in two ways.
 */
export function findConversion({ whole, core }: Phrasing, lexicon: InstantWords): InstantFinding | null {
  const candidates = [...forward(core, lexicon), ...howMany(whole, lexicon)];
  const found = new Map<string, InstantFinding>();
  for (const wish of candidates) {
    const finding = convert(wish, lexicon);
    if (finding !== null) found.set(finding.text, finding);
  }
  const [only] = found.values();
  return found.size === 1 && only !== undefined ? only : null;
}

/** "5 km in miles" */
function forward(core: string, { into }: InstantWords): readonly ConversionRequest[] {
  return splitsAt(core, into).map(([amount, unitName]) => ({ amount, unitName }));
}

/** "how many miles are in 5 km" */
function howMany(whole: string, { howMany: starts, areIn }: InstantWords): readonly ConversionRequest[] {
  const rest = withoutStart(whole, starts);
  if (rest === null) return [];
  return splitsAt(beforeEnd(rest, ['there']) ?? rest, areIn).map(([unitName, amount]) => ({
    amount,
    unitName,
  }));
}

function convert({ amount, unitName }: ConversionRequest, lexicon: InstantWords): InstantFinding | null {
  const target = findUnit(unitName);
  if (target === undefined) return null;
  const quantity = readQuantity(amount, lexicon);
  if (quantity === null || quantity.unit.dimension !== target.dimension) return null;
  // Nothing is colder than 0 K.
  if (target.dimension === 'temperature' && quantity.total.numerator < 0n) return null;
  if (quantity.parts.length === 1 && quantity.unit === target) return null;
  const result = fromBase(quantity.total, target);
  const written = result === null ? null : writeNumber(result, lexicon.writing);
  if (result === null || written === null) return null;
  const shown = quantity.parts.map(({ value, unit }) =>
    inUnit(writeNumber(value, lexicon.writing)?.text ?? '', unit),
  );
  const units = [...quantity.parts.map(({ unit }) => unit), target];
  const facts = assumptions(
    units.flatMap(({ assumes }) => assumes ?? []),
    lexicon,
  );
  return {
    text: `${shown.join(' ')} ${written.isExact ? '=' : '≈'} **${inUnit(written.text, target)}**`,
    value: `${result.numerator}/${result.denominator} ${target.symbol}`,
    notes: [...quantity.parts.flatMap(({ note }) => note ?? []), ...facts],
    doubts: quantity.parts.flatMap(({ doubt }) => doubt ?? []),
  };
}

function inUnit(number: string, { symbol }: MeasuringUnit): string {
  return symbol === '"' || symbol === "'" ? number + symbol : `${number} ${symbol}`;
}

/** The sentence that states what the units assume, if they assume anything. */
function assumptions(
  assumed: readonly string[],
  { writing: { says, decimalMark, groupMark } }: InstantWords,
): readonly string[] {
  const facts = [...new Set(assumed)];
  if (facts.length === 0) return [];
  const written = decimalMark === '.' ? facts : facts.map((fact) => inMarks(fact, groupMark));
  return [fillIn(says.assumed, { facts: written.join('; ') })];
}

/** A fact of the table, whose decimal marks are English, with a decimal comma and this mark in thousands. */
function inMarks(fact: string, groupMark: string): string {
  return fact.replace(
    /(\d)([.,])(?=\d)/g,
    (_, digit: string, mark: string) => digit + (mark === '.' ? ',' : groupMark),
  );
}

/** Reads "5 km", "a mile", "5 ft 10 in" or `5'10"`; null for anything else. */
function readQuantity(text: string, lexicon: InstantWords): Quantity | null {
  const parts: QuantityPart[] = [];
  for (let rest: string | null = text; rest !== null && rest !== ''; ) {
    const found: { readonly part: QuantityPart; readonly rest: string } | null = readPart(rest, lexicon);
    if (found === null || parts.length >= MAX_PARTS) return null;
    parts.push(found.part);
    rest = found.rest;
  }
  const [first] = parts;
  if (first === undefined || !isCompound(parts)) return null;
  let total: Rational | null = toRational(0n);
  for (const { value, unit } of parts) {
    const base = toBase(value, unit);
    total = total === null || base === null ? null : add(total, base);
  }
  return total === null ? null : { parts, total, unit: first.unit };
}

/** The parts of one quantity get smaller: feet and inches, hours and minutes. */
function isCompound(parts: readonly QuantityPart[]): boolean {
  if (parts.length === 1) return true;
  return parts.every(({ unit, value }, index) => {
    const before = parts[index - 1];
    if (
      unit.isInverse ||
      unit.offset.numerator !== 0n ||
      unit.dimension === 'temperature' ||
      value.numerator < 0n
    )
      return false;
    if (before === undefined) return true;
    return before.unit.dimension === unit.dimension && compare(before.unit.ratio, unit.ratio) === 1;
  });
}

const NUMBER = /^[-−]?[0-9.,]+(?:[ '\u00a0\u202f]\d{3}(?!\d)(?:[.,]\d+)?)*/;
/** The longest unit name has four words. */
const MAX_NAME_WORDS = 5;

function readPart(
  text: string,
  lexicon: InstantWords,
): { readonly part: QuantityPart; readonly rest: string } | null {
  const amount = readAmount(text, lexicon);
  const named = amount === null ? null : leadingUnit(amount.rest);
  if (amount === null || named === null) return null;
  const { read, isNegative } = amount;
  // Negative quantities exist only for temperatures.
  if (isNegative && named.unit.dimension !== 'temperature') return null;
  const value = isNegative ? negate(read.value) : read.value;
  return { part: { ...read, value, unit: named.unit }, rest: named.rest };
}

/** The number or the article at the start of a text, without its sign, and the text after it. */
function readAmount(
  text: string,
  lexicon: InstantWords,
): { readonly read: ReadNumber; readonly isNegative: boolean; readonly rest: string } | null {
  const number = NUMBER.exec(text)?.[0];
  if (number === undefined) {
    const rest = withoutStart(text, lexicon.one);
    return rest === null ? null : { read: { value: ONE }, isNegative: false, rest };
  }
  const isNegative = /^[-−]/.test(number);
  const read = readNumber(isNegative ? number.slice(1) : number, lexicon);
  return read === null ? null : { read, isNegative, rest: text.slice(number.length).trimStart() };
}

/** The unit at the start of a text; after it, the text must end or continue with a number. */
function leadingUnit(text: string): { readonly unit: MeasuringUnit; readonly rest: string } | null {
  const quote = /^(['"″])(.*)$/.exec(text);
  if (quote !== null) return withUnit(quote[1] ?? '', quote[2]?.trim() ?? '');
  const words = text.split(' ').filter((word) => word !== 'and');
  for (let count = Math.min(MAX_NAME_WORDS, words.length); count > 0; count--) {
    const found = withUnit(words.slice(0, count).join(' '), words.slice(count).join(' '));
    if (found !== null && (found.rest === '' || /^\d/.test(found.rest))) return found;
  }
  return null;
}

function withUnit(
  name: string,
  rest: string,
): { readonly unit: MeasuringUnit; readonly rest: string } | null {
  const unit = findUnit(name);
  return unit === undefined ? null : { unit, rest };
}

/**
 * A value in a unit, in the base unit of its dimension; null if it is too large, or 0 in an inverse unit.
 * Exported for tests.
 */
function toBase(value: Rational, { ratio, offset, isInverse }: MeasuringUnit): Rational | null {
  if (isInverse) return divide(ratio, value);
  const scaled = multiply(value, ratio);
  return scaled === null ? null : add(scaled, offset);
}

/**
 * A value in the base unit of its dimension, in a unit; null if it is too large, or 0 for an inverse unit.
 * Exported for tests.
 */
function fromBase(base: Rational, { ratio, offset, isInverse }: MeasuringUnit): Rational | null {
  if (isInverse) return divide(ratio, base);
  const shifted = add(base, negate(offset));
  return shifted === null ? null : divide(shifted, ratio);
}
