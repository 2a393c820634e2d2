import { WINDOW } from './limits.ts';

/** The sizes to which relative lengths refer, in pixels. */
export type Scale = {
  /** The size of the element's font. */
  readonly emPx: number;
  /** The size of the page's font. */
  readonly remPx: number;
  /** The size for 100 %. */
  readonly wholePx: number;
};

const LENGTH = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/;
const UNITS_PX: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  vw: WINDOW.widthPx / 100,
  vh: WINDOW.heightPx / 100,
};

/** A length in lower case, in pixels; null if it is not a plain number with a unit, such as `calc()`. */
export function toPx(text: string | undefined, scale: Scale): number | null {
  const [, number, unit = ''] = text === undefined ? [] : (LENGTH.exec(text) ?? []);
  if (number === undefined) return null;
  const px = UNITS_PX[unit] ?? relativeUnitPx(unit, scale);
  return px === null ? null : Number(number) * px;
}

function relativeUnitPx(unit: string, { emPx, remPx, wholePx }: Scale): number | null {
  if (unit === '%') return wholePx / 100;
  if (unit === 'em') return emPx;
  return unit === 'rem' ? remPx : null;
}
