import { UNIT_TABLE } from '../text/unit-table.ts';

/** The quantity that a unit measures, and the number of base units of that dimension in it. */
export type MeasureUnit = {
  readonly dimension: string;
  readonly factor: number;
  /** The offset to add to the product, for temperature scales with another zero point. */
  readonly offset?: number;
};

/**
 * Units that the shared table lacks: units that occur only in texts, and temperatures. Two temperatures agree
 * only on the same scale, or if one is in Celsius and the other in Fahrenheit. Each currency is a dimension
 * of its own, because exchange rates change.
 */
const UNITS: readonly (readonly [dimension: string, factor: number, names: string])[] = [
  ['speed', 1000, 'km/s'],
  ['speed', 1609.344, 'miles/s mi/s'],
  ['temperature', 1, '°c celsius 摄氏度'],
  ['temperature', 5 / 9, '°f fahrenheit 华氏度'],
  ['temperature-k', 1, 'kelvin'],
  ['time', 2_629_746, 'month months monat monate monaten mois mes meses mês mese mesi 个月 ヶ月 か月'],
  [
    'time',
    31_556_952,
    'year years yr yrs jahr jahre jahren an ans année années año años ano anos anno anni 年間',
  ],
  ['share', 1, '% ％ percent per-cent prozent pour-cent por-ciento por-cento per-cento pct パーセント'],
  ['energy', 3.6e12, 'gwh'],
  ['dollar', 1, '$ dollar dollars usd us$ dólar dólares dollari dollaro 美元 ドル'],
  ['euro', 1, '€ eur euro euros 欧元 ユーロ'],
  ['sterling', 1, '£ gbp'],
  ['yen', 1, '¥ jpy yen 日元 円'],
  ['yuan', 1, 'cny rmb yuan 元 人民币'],
  ['rupee', 1, '₹ inr rupee rupees'],
];

/** Multipliers written after a number, except Chinese and Japanese ones (`han-multipliers.ts`). */
const SCALES: readonly (readonly [factor: number, names: string])[] = [
  [1e3, 'thousand thousands k tausend tsd mille milliers mil mila migliaia'],
  [1e6, 'million millions mio millionen millón millones milhão milhões milione milioni'],
  [1e9, 'billion billions bn milliarde milliarden mrd milliard milliards miliardo miliardi bilhão bilhões'],
  [1e12, 'trillion trillions billionen trilhão trilhões'],
];

/** The units of the shared table by their names; temperatures are in `UNITS`. */
const shared = Object.entries(UNIT_TABLE)
  .filter(([dimension]) => dimension !== 'temperature')
  .flatMap(([dimension, rows]) =>
    rows.map(
      ({ ratio, names = '', prose = '' }) => [dimension, toFactor(ratio), `${names} ${prose}`] as const,
    ),
  );
const byName = new Map<string, MeasureUnit>(
  [...shared, ...UNITS].flatMap(([dimension, factor, names]) =>
    names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => {
        const offset = dimension === 'temperature' && factor !== 1 ? -32 * factor : 0;
        return [name.replace('-', ' '), { dimension, factor, offset }] as const;
      }),
  ),
);
/** The Chinese and Japanese names, the longest first: they follow a number without a space. */
export const UNSPACED_UNITS: readonly string[] = [...byName.keys()]
  .filter((name) => /^[\p{Script=Han}\p{Script=Katakana}]/u.test(name))
  .sort((one, other) => other.length - one.length);
const scales = new Map(SCALES.flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor])));

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
