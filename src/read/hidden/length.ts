import { SCREEN } from './policy.ts';

/** What relative lengths refer to. `wholePx` is what 100 % means; null where nobody knows without a layout. */
export type Scale = { readonly emPx: number; readonly remPx: number; readonly wholePx: number | null };

const PX: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  q: 2.4 / 2.54,
  vw: SCREEN.widthPx / 100,
  vh: SCREEN.heightPx / 100,
  vmin: SCREEN.heightPx / 100,
  vmax: SCREEN.widthPx / 100,
  vi: SCREEN.widthPx / 100,
  vb: SCREEN.heightPx / 100,
  // As if the window were the container: with none it is.
  cqw: SCREEN.widthPx / 100,
  cqh: SCREEN.heightPx / 100,
  cqi: SCREEN.widthPx / 100,
  cqb: SCREEN.heightPx / 100,
  cqmin: SCREEN.heightPx / 100,
  cqmax: SCREEN.widthPx / 100,
};
const EM: Readonly<Record<string, number>> = { em: 1, lh: 1.2, ex: 0.5, ch: 0.5, cap: 0.7, ic: 1 };
const REM: Readonly<Record<string, number>> = { rem: 1, rlh: 1.2, rex: 0.5, rch: 0.5, rcap: 0.7, ric: 1 };
const CONSTANTS: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E, infinity: 1e9 };
const CALLS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  calc: ([value = Number.NaN]) => value,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  clamp: ([least = 0, value = 0, most = 0]) => Math.max(least, Math.min(value, most)),
  abs: ([value = 0]) => Math.abs(value),
  sign: ([value = 0]) => Math.sign(value),
  sin: ([angle = 0]) => Math.sin(angle),
  cos: ([angle = 0]) => Math.cos(angle),
  tan: ([angle = 0]) => Math.tan(angle),
  sqrt: ([value = 0]) => Math.sqrt(value),
  pow: ([base = 0, exponent = 1]) => base ** exponent,
  exp: ([value = 0]) => Math.exp(value),
  hypot: (values) => Math.hypot(...values),
  mod: ([value = 0, step = 1]) => value - step * Math.floor(value / step),
  rem: ([value = 0, step = 1]) => value % step,
  round: ([value = 0, step = 1]) => Math.round(value / step) * step,
};
/** How `round()` may be told to do it. */
const ROUNDINGS: Readonly<Record<string, (value: number) => number>> = {
  up: Math.ceil,
  down: Math.floor,
  'to-zero': Math.trunc,
};
const TOKEN = new RegExp(
  String.raw`\s*(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)|(?:-webkit-|-moz-)?(${Object.keys(CALLS).join('|')})?\(|([-+*/,)])|([+-]?)(pi|e|infinity)\b)`,
  'iy',
);
/** How a length or number begins that a function works out. */
export const MATH = new RegExp(`^(?:-webkit-|-moz-)?(?:${Object.keys(CALLS).join('|')})\\(`, 'i');
const MAX_CHARS = 300;

/** A CSS length, a sum in `calc()` included, in pixels; null where it is none or cannot be known. */
export function toPx(text: string, scale: Scale): number | null {
  const value = text.trim();
  if (value.length > MAX_CHARS) return null;
  const reader = { text: value, at: 0, scale };
  const px = product(reader);
  return px === null || Number.isNaN(px) || value.slice(reader.at).trim() !== '' ? null : px;
}

type Reader = { readonly text: string; at: number; readonly scale: Scale };

function sum(reader: Reader): number | null {
  let total = product(reader);
  for (let sign = operator(reader, '+-'); sign !== null && total !== null; sign = operator(reader, '+-')) {
    const next = product(reader);
    total = next === null ? null : total + (sign === '+' ? next : -next);
  }
  return total;
}

function product(reader: Reader): number | null {
  let total = term(reader);
  for (let sign = operator(reader, '*/'); sign !== null && total !== null; sign = operator(reader, '*/')) {
    const next = term(reader);
    total = next === null ? null : sign === '*' ? total * next : total / next;
  }
  return total;
}

function operator(reader: Reader, wanted: string): string | null {
  const found = /\s*([-+*/])/y;
  found.lastIndex = reader.at;
  const sign = found.exec(reader.text)?.[1];
  if (sign === undefined || !wanted.includes(sign)) return null;
  reader.at = found.lastIndex;
  return sign;
}

function term(reader: Reader): number | null {
  TOKEN.lastIndex = reader.at;
  const found = TOKEN.exec(reader.text);
  if (found === null) return null;
  reader.at = TOKEN.lastIndex;
  const [, number, unit = '', call = 'calc', sign, minus, constant] = found;
  if (constant !== undefined)
    return (minus === '-' ? -1 : 1) * (CONSTANTS[constant.toLowerCase()] ?? Number.NaN);
  if (number !== undefined) return Number(number) * (unitPx(unit.toLowerCase(), reader.scale) ?? Number.NaN);
  return sign === undefined ? applied(call.toLowerCase(), reader) : null;
}

function applied(call: string, reader: Reader): number | null {
  const values: number[] = [];
  const way = /\s*(nearest|up|down|to-zero)\s*,/iy;
  way.lastIndex = reader.at;
  const rounding = ROUNDINGS[way.exec(reader.text)?.[1]?.toLowerCase() ?? ''];
  if (way.lastIndex > 0) reader.at = way.lastIndex;
  for (;;) {
    const value = sum(reader);
    if (value === null) return null;
    values.push(value);
    TOKEN.lastIndex = reader.at;
    const sign = TOKEN.exec(reader.text)?.[4] ?? ')';
    reader.at = TOKEN.lastIndex === 0 ? reader.text.length : TOKEN.lastIndex;
    if (sign === ')') break;
    if (sign !== ',') return null;
  }
  const [value = 0, step = 1] = values;
  return rounding === undefined ? (CALLS[call]?.(values) ?? null) : rounding(value / step) * step;
}

function unitPx(unit: string, { emPx, remPx, wholePx }: Scale): number | null {
  if (unit === '%') return wholePx === null ? null : wholePx / 100;
  if (unit === 'px') return 1;
  const [em, rem] = [EM[unit], REM[unit]];
  if (em !== undefined) return em * emPx;
  if (rem !== undefined) return rem * remPx;
  return PX[unit.replace(/^[sld](?=v(?:[whib]|min|max)$)/, '')] ?? null;
}
