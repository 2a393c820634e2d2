import { splitList } from './css-scan.ts';
import { SAME_COLOUR } from './policy.ts';

/** Red, green, blue from 0 to 255, alpha from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Colour = [255, 255, 255, 1];
export const BLACK: Colour = [0, 0, 0, 1];
export const CLEAR: Colour = [0, 0, 0, 0];

/** The named colours of CSS that lie near white, near black or are used to write and to lay under. */
const NAMED: Readonly<Record<string, number>> = {
  white: 0xffffff,
  snow: 0xfffafa,
  ivory: 0xfffff0,
  ghostwhite: 0xf8f8ff,
  floralwhite: 0xfffaf0,
  mintcream: 0xf5fffa,
  azure: 0xf0ffff,
  aliceblue: 0xf0f8ff,
  honeydew: 0xf0fff0,
  seashell: 0xfff5ee,
  whitesmoke: 0xf5f5f5,
  oldlace: 0xfdf5e6,
  linen: 0xfaf0e6,
  lavenderblush: 0xfff0f5,
  beige: 0xf5f5dc,
  cornsilk: 0xfff8dc,
  lightyellow: 0xffffe0,
  lightcyan: 0xe0ffff,
  lavender: 0xe6e6fa,
  gainsboro: 0xdcdcdc,
  lightgray: 0xd3d3d3,
  lightgrey: 0xd3d3d3,
  silver: 0xc0c0c0,
  darkgray: 0xa9a9a9,
  darkgrey: 0xa9a9a9,
  gray: 0x808080,
  grey: 0x808080,
  dimgray: 0x696969,
  dimgrey: 0x696969,
  black: 0x000000,
  red: 0xff0000,
  darkred: 0x8b0000,
  maroon: 0x800000,
  orange: 0xffa500,
  yellow: 0xffff00,
  gold: 0xffd700,
  olive: 0x808000,
  lime: 0x00ff00,
  green: 0x008000,
  darkgreen: 0x006400,
  teal: 0x008080,
  cyan: 0x00ffff,
  aqua: 0x00ffff,
  blue: 0x0000ff,
  navy: 0x000080,
  darkblue: 0x00008b,
  purple: 0x800080,
  magenta: 0xff00ff,
  fuchsia: 0xff00ff,
  pink: 0xffc0cb,
  brown: 0xa52a2a,
  canvas: 0xffffff,
  canvastext: 0x000000,
  window: 0xffffff,
};

/** The other named colours: a browser takes them, what they look like does not matter here. */
const OTHER_NAMES: ReadonlySet<string> = new Set(
  (
    'antiquewhite aquamarine bisque blanchedalmond blueviolet burlywood cadetblue chartreuse chocolate coral ' +
    'cornflowerblue crimson darkcyan darkgoldenrod darkkhaki darkmagenta darkolivegreen darkorange darkorchid darksalmon ' +
    'darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dodgerblue ' +
    'firebrick forestgreen goldenrod greenyellow hotpink indianred indigo khaki lawngreen lemonchiffon lightblue ' +
    'lightcoral lightgoldenrodyellow lightgreen lightpink lightsalmon lightseagreen lightskyblue lightslategray ' +
    'lightslategrey lightsteelblue limegreen mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen ' +
    'mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mistyrose moccasin navajowhite ' +
    'olivedrab orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru plum ' +
    'powderblue rebeccapurple rosybrown royalblue saddlebrown salmon sandybrown seagreen sienna skyblue slateblue ' +
    'slategray slategrey springgreen steelblue tan thistle tomato turquoise violet wheat yellowgreen currentcolor'
  ).split(' '),
);

/** Whether a browser would take it as a colour, worked out here or not. */
export function isColour(text: string): boolean {
  const value = text.trim().toLowerCase();
  if (parseColour(value) !== null || OTHER_NAMES.has(value)) return true;
  return /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)\([\s\S]*\)$/.test(value);
}

/** A colour as CSS writes it; null where it is none, or one that is not worked out here. */
export function parseColour(text: string): Colour | null {
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return CLEAR;
  const named = Object.hasOwn(NAMED, value) ? NAMED[value] : undefined;
  if (named !== undefined) return fromNumber(named);
  if (value.startsWith('#')) return fromHex(value.slice(1));
  if (/^(?:light-dark|color-mix)\(/.test(value)) return fromColours(value);
  const call = /^(rgba?|hsla?|hwb|oklch|oklab|lab|lch|color)\(([^()]{1,100})\)$/.exec(value);
  return call === null ? null : fromCall(call[1] ?? '', (call[2] ?? '').split(/[\s,/]+/).filter(Boolean));
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

/** Longer, and so deeper, than anyone writes. */
const MAX_CALL_CHARS = 300;

/** A colour made of two: the one for light pages, or a mix, taken as one in sRGB. */
function fromColours(value: string): Colour | null {
  if (value.length > MAX_CALL_CHARS) return null;
  const parts = splitList(value.slice(value.indexOf('(') + 1, -1));
  if (value.startsWith('light-dark')) return parts.length === 2 ? parseColour(parts[0] ?? '') : null;
  const [one, other] = parts.slice(1).map((part) => {
    const [, before, colour = '', after] = /^([\d.]+%)?\s*([\s\S]+?)\s*([\d.]+%)?$/.exec(part) ?? [];
    const stated = before ?? after;
    return { colour: parseColour(colour), share: stated === undefined ? null : share(stated, 1) };
  });
  if (!one?.colour || !other?.colour) return null;
  const weight = one.share ?? (other.share === null ? 0.5 : 1 - other.share);
  return checked(mixed(one.colour, other.colour, weight / (weight + (other.share ?? 1 - weight))));
}

function mixed(one: Colour, other: Colour, weight: number): Colour {
  const mix = (i: 0 | 1 | 2 | 3) => one[i] * weight + other[i] * (1 - weight);
  return [mix(0), mix(1), mix(2), mix(3)];
}

function fromCall(name: string, parts: readonly string[]): Colour | null {
  const [a = '', b = '', c = '', d = '1'] = parts;
  const alpha = share(d, 1);
  if (name.startsWith('rgb')) return checked([share(a, 255), share(b, 255), share(c, 255), alpha]);
  if (name.startsWith('hsl')) return checked(fromHsl(degrees(a), share(b, 1), share(c, 1), alpha));
  if (name === 'hwb') return checked(fromHwb(degrees(a), share(b, 1), share(c, 1), alpha));
  if (name === 'color') {
    const [space, red = '', green = '', blue = '', opacity = '1'] = parts;
    if (!/^(?:srgb|display-p3|a98-rgb|prophoto-rgb|rec2020)$/.test(space ?? '')) return null;
    return checked([255 * share(red, 1), 255 * share(green, 1), 255 * share(blue, 1), share(opacity, 1)]);
  }
  // Lightness with next to no colour is a grey; others are not worked out.
  const isGrey = name.endsWith('ch') ? Math.abs(share(b, 1)) < 0.01 : Number(b) === 0 && Number(c) === 0;
  const lightness = name.startsWith('ok') ? share(a, 1) : share(a, 100) / 100;
  const grey = 255 * (name.startsWith('ok') ? lightness ** 1.3 : lightness);
  if (alpha <= 0) return CLEAR;
  return isGrey ? checked([grey, grey, grey, alpha]) : null;
}

function checked(colour: Colour): Colour | null {
  return colour.some(Number.isNaN) ? null : colour;
}

function share(text: string, whole: number): number {
  if (text === 'none') return 0;
  const value = Number.parseFloat(text);
  if (text.endsWith('%')) return (value / 100) * whole;
  return value;
}

function degrees(text: string): number {
  return Number.parseFloat(text) * (text.endsWith('turn') ? 360 : text.endsWith('rad') ? 180 / Math.PI : 1);
}

/** CSS Color 4, section 7.1. */
function fromHsl(hue: number, saturation: number, lightness: number, alpha: number): Colour {
  const s = saturation > 1 ? saturation / 100 : saturation;
  const l = lightness > 1 ? lightness / 100 : lightness;
  const channel = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4), alpha];
}

/** CSS Color 4, section 8.1. */
function fromHwb(hue: number, white: number, black: number, alpha: number): Colour {
  const w = white > 1 ? white / 100 : white;
  const b = black > 1 ? black / 100 : black;
  const sum = w + b;
  const [red, green, blue] = fromHsl(hue, 1, 0.5, alpha);
  const channel = (pure: number) => (sum >= 1 ? (255 * w) / sum : pure * (1 - sum) + 255 * w);
  return [channel(red), channel(green), channel(blue), alpha];
}

/** What shows where a colour lies over another. */
export function over(top: Colour, below: Colour): Colour {
  const mix = (t: number, b: number) => t * top[3] + b * (1 - top[3]);
  return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
}

/** Whether nobody could tell the two apart. */
export function looksLike(one: Colour, other: Colour): boolean {
  return [0, 1, 2].every((i) => Math.abs((one[i] ?? 0) - (other[i] ?? 0)) <= SAME_COLOUR);
}
