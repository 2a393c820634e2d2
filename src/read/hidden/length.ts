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
};
const TOKEN =
  /\s*(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)|(calc|min|max|clamp|abs)?\(|([-+*/,)]))/iy;
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
  const [, number, unit = '', call = 'calc', sign] = found;
  if (number !== undefined) return Number(number) * (unitPx(unit.toLowerCase(), reader.scale) ?? Number.NaN);
  return sign === undefined ? applied(call.toLowerCase(), reader) : null;
}

function applied(call: string, reader: Reader): number | null {
  const values: number[] = [];
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
  const [first = Number.NaN, middle = Number.NaN, last = Number.NaN] = values;
  if (call === 'min') return Math.min(...values);
  if (call === 'max') return Math.max(...values);
  if (call === 'clamp') return Math.max(first, Math.min(middle, last));
  return call === 'abs' ? Math.abs(first) : first;
}

function unitPx(unit: string, { emPx, remPx, wholePx }: Scale): number | null {
  if (unit === '%') return wholePx === null ? null : wholePx / 100;
  if (unit === 'em' || unit === 'lh') return emPx;
  if (unit === 'ex' || unit === 'ch') return emPx / 2;
  if (unit === 'rem') return remPx;
  return PX[unit.replace(/^[sld](?=v[wh]$)/, '')] ?? null;
}
