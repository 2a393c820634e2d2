import type { MeasureUnit } from './units.ts';

/** A number in a text, as a value that can be compared. */
export type Value = {
  /** Its possible values: `1,234` is 1234 in English and 1.234 in German. */
  readonly readings: readonly number[];
  /**
   * By how much it may be rounded: half of the place value of its last digit, 50,000 for `1.2 million`. Zero
   * for a whole number, unless a multiplier follows or a word such as `about` precedes it.
   */
  readonly tolerance: number;
  /** What it counts or measures; null if that is not known. A month is a `month-name`. */
  readonly unit: MeasureUnit | null;
  readonly text: string;
  /** The offset of its first character. */
  readonly from: number;
  /** The offset behind its last character. */
  readonly to: number;
};
