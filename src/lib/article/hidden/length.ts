import { WINDOW } from './limits.ts';

/** The sizes to which relative lengths refer; `wholePx` is the size for 100 %. */
export type Scale = { readonly emPx: number; readonly remPx: number; readonly wholePx: number };

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
export function toPx(text: string | undefined, { emPx, remPx, wholePx }: Scale): number | null {
  const [, number, unit = ''] = text === undefined ? [] : (LENGTH.exec(text) ?? []);
  if (number === undefined) return null;
  const px = unit === '%' ? wholePx / 100 : unit === 'em' ? emPx : unit === 'rem' ? remPx : UNITS_PX[unit];
  return px === undefined ? null : Number(number) * px;
}
