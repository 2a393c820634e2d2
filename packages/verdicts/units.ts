import { UNIT_TABLE } from '@sayso/text/unit-table.ts';
import prose from './prose-units.json' with { type: 'json' };

/** The quantity that a unit measures, and the number of base units of that dimension in it. */
export type MeasureUnit = {
  readonly dimension: string;
  readonly factor: number;
  /** The offset to add to the product, for temperature scales with another zero point. */
  readonly offset?: number;
};

/** The units of the shared table; temperatures are among those of prose. */
const shared = Object.entries(UNIT_TABLE)
  .filter(([dimension]) => dimension !== 'temperature')
  .flatMap(([dimension, rows]) =>
    rows.map(({ ratio, names = '', prose = '' }) => ({ dimension, ratio, names: `${names} ${prose}` })),
  );
/**
 * All units by their names. Those of `prose-units.json` occur only in texts. Two temperatures agree only on
 * the same scale, or if one is in Celsius and the other in Fahrenheit. Each currency is a dimension of its
 * own, because exchange rates change.
 */
const byName = new Map<string, MeasureUnit>(
  [...shared, ...prose.units].flatMap(({ dimension, ratio, names }) => {
    const factor = toFactor(ratio);
    const offset = dimension === 'temperature' && factor !== 1 ? -32 * factor : 0;
    const unit = { dimension, factor, offset };
    return namesIn(names).map((name) => [name.replace('-', ' '), unit] as const);
  }),
);
/** The Chinese and Japanese names, the longest first: they follow a number without a space. */
export const UNSPACED_UNITS: readonly string[] = [...byName.keys()]
  .filter((name) => /^[\p{Script=Han}\p{Script=Katakana}]/u.test(name))
  .sort((one, other) => other.length - one.length);
/** Multipliers written after a number, except Chinese and Japanese ones (`han-multipliers.ts`). */
const scales = new Map(
  prose.scales.flatMap(({ ratio, names }) => namesIn(names).map((name) => [name, Number(ratio)])),
);

/** The unit with this name or symbol, in lower case; null if it is not a known unit. */
export function unitOf(name: string): MeasureUnit | null {
  return byName.get(name) ?? null;
}

/** The multiplier with this name, in lower case; null for any other word. */
export function scaleOf(name: string): number | null {
  return scales.get(name) ?? null;
}

function toFactor(ratio: string): number {
  const [above, below = 1] = ratio.split('/').map(Number);
  return (above ?? 1) / below;
}

function namesIn(list: string): readonly string[] {
  return list.split(' ').filter((name) => name !== '');
}
