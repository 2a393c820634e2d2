import { UNIT_TABLE, type UnitRow } from '@sayso/text/unit-table.ts';
import type { Rational } from './rational.ts';
import { toRational } from './rational.ts';

/** A unit of measurement, with its ratio to the base unit of its dimension. */
export type MeasuringUnit = {
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
export function findUnit(name: string): MeasuringUnit | undefined {
  return exact.get(name) ?? loose.get(name.toLowerCase().replaceAll(' ', '-'));
}

/** Every unit once. */
export function allUnits(): readonly MeasuringUnit[] {
  return [...new Set(exact.values())];
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
