import names from 'color-name';
import { SAME_COLOUR } from './limits.ts';

/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Opaque black. */
export const BLACK: Colour = [0, 0, 0, 1];
/** Opaque white. */
export const WHITE: Colour = [255, 255, 255, 1];
const NAMED = new Map(Object.entries<readonly [number, number, number]>(names));
const CALL = /^(rgba?|hsla?)\(([^()]*)\)$/;

/** Whether a browser would accept a value in lower case as a colour, supported here or not. */
export function isColour(value: string): boolean {
  if (value === 'currentcolor' || parseColour(value) !== null) return true;
  return /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|contrast-color)\(/.test(value);
}

/** Reads a colour in lower case: a name, `#` with digits, `rgb()` or `hsl()`; null for anything else. */
export function parseColour(value: string): Colour | null {
  if (value === 'transparent') return [0, 0, 0, 0];
  const named = NAMED.get(value);
  if (named !== undefined) return [...named, 1];
  if (value.startsWith('#')) return fromHex(value.slice(1));
  const [, name, inner = ''] = CALL.exec(value) ?? [];
  if (name === undefined) return null;
  const [first = '', second = '', third = '', alpha = '1'] = inner.match(/[^\s,/]+/g) ?? [];
  const channels = name.startsWith('rgb')
    ? [toNumber(first, 255), toNumber(second, 255), toNumber(third, 255)]
    : fromHsl(toNumber(first.replace(/deg$/, ''), 360), toNumber(second, 1), toNumber(third, 1));
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => Math.max(0, Math.min(255, channel)));
  const colour: Colour = [red, green, blue, Math.max(0, Math.min(1, toNumber(alpha, 1)))];
  return colour.some(Number.isNaN) ? null : colour;
}

/** The colour in an attribute such as `bgcolor`; null for anything that does not look like one. */
export function parseAttributeColour(value: string): Colour | null {
  const text = value.trim().toLowerCase();
  return parseColour(text) ?? parseColour(`#${text}`);
}

function fromHex(digits: string): Colour | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const byteAt = (at: number) => Number.parseInt(full.slice(at, at + 2), 16);
  return [byteAt(0), byteAt(2), byteAt(4), full.length === 8 ? byteAt(6) / 255 : 1];
}

/** Converts a colour by the algorithm of CSS Color 4, section 7.1. */
function fromHsl(hue: number, saturation: number, lightness: number): readonly number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

/** A number, or a percentage of `whole`; NaN if the text is neither. */
function toNumber(text: string, whole: number): number {
  if (text === 'none') return 0;
  return text.endsWith('%') ? (Number(text.slice(0, -1)) / 100) * whole : Number(text || Number.NaN);
}

/** The visible colour where one colour lies over another. */
export function over(top: Colour, below: Colour): Colour {
  const mix = (one: number, other: number) => one * top[3] + other * (1 - top[3]);
  return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
}

/** Whether two colours cannot be distinguished. */
export function looksLike(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((at) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) <= SAME_COLOUR);
}
