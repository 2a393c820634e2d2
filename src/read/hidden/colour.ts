import { NAMED_COLOURS } from './colour-names.ts';
import { type Channels, NAMED_SPACES, SPACES, type Space } from './colour-spaces.ts';
import { splitList } from './css-scan.ts';
import { toPx } from './length.ts';
import { SAME_COLOUR } from './policy.ts';

/** Red, green, blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Colour = [255, 255, 255, 1];
export const BLACK: Colour = [0, 0, 0, 1];
export const CLEAR: Colour = [0, 0, 0, 0];

/** Longer, and so deeper, than anyone writes. */
const MAX_CALL_CHARS = 300;
const CALL = /^(rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\(([\s\S]*)\)$/;
/** What stands between blanks, commas and slashes outside brackets. */
const PART = /(?:[^\s,/()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g;

/** Whether a browser would take it as a colour, worked out here or not. */
export function isColour(text: string): boolean {
  const value = text.trim().toLowerCase();
  if (value === 'currentcolor' || parseColour(value) !== null) return true;
  return /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|contrast-color)\([\s\S]*\)$/.test(
    value,
  );
}

/** A colour as CSS writes it; null where it is none, or one that is not worked out here. */
export function parseColour(text: string): Colour | null {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return CLEAR;
  const named = NAMED_COLOURS.get(value);
  if (named !== undefined) return fromNumber(named);
  if (value.startsWith('#')) return fromHex(value.slice(1));
  if (value.length > MAX_CALL_CHARS) return null;
  if (/^(?:light-dark|color-mix)\(/.test(value)) return fromColours(value);
  const [, name, inner = ''] = CALL.exec(value) ?? [];
  return name === undefined ? null : fromCall(name, inner.match(PART) ?? []);
}

function fromNumber(rgb: number, alpha = 1): Colour {
  return [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, alpha];
}

function fromHex(digits: string): Colour | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const full = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const alpha = full.length === 8 ? Number.parseInt(full.slice(6), 16) / 255 : 1;
  return fromNumber(Number.parseInt(full.slice(0, 6), 16), alpha);
}

/** A colour made of two: the one for light pages, or a mix, taken as one in sRGB. */
function fromColours(value: string): Colour | null {
  const parts = splitList(value.slice(value.indexOf('(') + 1, -1));
  if (value.startsWith('light-dark')) return parts.length === 2 ? parseColour(parts[0] ?? '') : null;
  const [one, other] = parts.slice(1).map((part) => {
    const [, before, colour = '', after] = /^([\d.]+%)?\s*([\s\S]+?)\s*([\d.]+%)?$/.exec(part) ?? [];
    const stated = before ?? after;
    return { colour: parseColour(colour), share: stated === undefined ? null : toNumber(stated, 1) };
  });
  if (one === undefined || other === undefined) return null;
  const weight = one.share ?? (other.share === null ? 0.5 : 1 - other.share);
  const whole = weight + (other.share ?? 1 - weight);
  const share = weight / whole;
  // Of what is not mixed in nothing need be known.
  if (share === 0 || share === 1) return share === 1 ? one.colour : other.colour;
  const mix = one.colour && other.colour && mixed(one.colour, other.colour, share);
  return mix && checked([mix[0], mix[1], mix[2], mix[3] * Math.min(1, whole)]);
}

/** What shows less counts less (CSS Color 5, section 2.1). */
function mixed(one: Colour, other: Colour, weight: number): Colour {
  const alpha = one[3] * weight + other[3] * (1 - weight);
  if (alpha === 0) return CLEAR;
  const mix = (i: 0 | 1 | 2) => (one[i] * one[3] * weight + other[i] * other[3] * (1 - weight)) / alpha;
  return [mix(0), mix(1), mix(2), alpha];
}

function fromCall(name: string, parts: readonly string[]): Colour | null {
  if (parts[0] === 'from') return fromOther(name, parts.slice(1));
  const stated = name === 'color' ? parts.slice(1) : parts;
  const space = name === 'color' ? NAMED_SPACES[parts[0] ?? ''] : SPACES[name];
  return space === undefined ? null : inSpace(space, stated);
}

/** A colour that is stated by another one: `rgb(from black r g b / 0)` (CSS Color 5, section 4). */
function fromOther(name: string, [origin = '', ...rest]: readonly string[]): Colour | null {
  const other = parseColour(origin);
  const stated = name === 'color' ? rest.slice(1) : rest;
  const space = name === 'color' ? NAMED_SPACES[rest[0] ?? ''] : SPACES[name];
  if (other === null || space === undefined) return null;
  const channels = space.fromRgb([other[0], other[1], other[2]]);
  const known = new Map([...space.names.map((key, i) => [key, channels[i]] as const), ['alpha', other[3]]]);
  const filled = stated.map((part) =>
    part.replace(/\b[a-z]+\b(?!\()/g, (word) => `${known.get(word) ?? word}`),
  );
  return inSpace(space, filled.length === 3 ? [...filled, `${other[3]}`] : filled);
}

function inSpace({ wholes, toRgb }: Space, parts: readonly string[]): Colour | null {
  const [a = '', b = '', c = '', d = '1'] = parts;
  const alpha = toNumber(d, 1);
  // An alpha of 0 hides, whatever the rest.
  if (alpha <= 0) return CLEAR;
  const channels: Channels = [toNumber(a, wholes[0]), toNumber(b, wholes[1]), toNumber(c, wholes[2])];
  return checked([...toRgb(channels), alpha]);
}

function checked(colour: Colour): Colour | null {
  if (colour.some(Number.isNaN)) return null;
  const fit = (value: number) => Math.max(0, Math.min(255, value));
  return [fit(colour[0]), fit(colour[1]), fit(colour[2]), Math.min(1, colour[3])];
}

/** A number, a share of `whole`, an angle in degrees or a sum of them; not a number where it is none. */
function toNumber(text: string, whole: number): number {
  if (text === 'none') return 0;
  const [, angle, unit] = /^([-+.\de]+)(deg|grad|rad|turn)$/.exec(text) ?? [];
  if (angle !== undefined) return Number(angle) * (DEGREES[unit ?? ''] ?? Number.NaN);
  return toPx(text, { emPx: Number.NaN, remPx: Number.NaN, wholePx: whole }) ?? Number.NaN;
}

const DEGREES: Readonly<Record<string, number>> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };

/** What shows where a colour lies over another. */
export function over(top: Colour, below: Colour): Colour {
  const mix = (t: number, b: number) => t * top[3] + b * (1 - top[3]);
  return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
}

/** Whether nobody could tell the two apart. */
export function looksLike(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((i) => Math.abs((one[i] ?? 0) - (other[i] ?? 0)) <= SAME_COLOUR);
}
