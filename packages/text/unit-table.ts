import rows from './units.json' with { type: 'json' };

/** A row of the table of units. */
export type UnitRow = {
  /** Answers use the first symbol. */
  readonly symbols: readonly string[];
  /** How many base units of the dimension it equals: `1609.344`, `5/9`. */
  readonly ratio: string;
  /** Added before the ratio, for temperatures: kelvin = (degrees + shift) × ratio. */
  readonly shift?: string;
  /** True for units that count the other way round: miles per gallon against litres per 100 km. */
  readonly isInverse?: boolean;
  /** The assumption that an answer mentions if only the unit's name was given. */
  readonly assumes?: string;
  /** Its names in all languages, lower case, separated by spaces; a hyphen stands for a space. */
  readonly names?: string;
  /** Symbols and further names that mean this unit after a number in a sentence, in the same form. */
  readonly prose?: string;
};

/**
 * The units of each dimension. The ratios are exact. Sources: the SI brochure (2019), the international yard
 * and pound agreement (1959), NIST Handbook 44 for the customary units of the United States, ISO/IEC
 * 80000-13 for bytes, IEC 80000 for prefixes.
 */
export const UNIT_TABLE: Readonly<Record<string, readonly UnitRow[]>> = rows;
