/** Three channels of a colour in one of the spaces below. */
export type Channels = readonly [number, number, number];

/** A way to state a colour: what 100 % of each channel is, the names of its channels, and what it is in sRGB (0 to 255). */
export type Space = {
  readonly wholes: Channels;
  readonly names: readonly [string, string, string];
  readonly toRgb: (channels: Channels) => Channels;
  readonly fromRgb: (rgb: Channels) => Channels;
};

type Matrix = readonly [Channels, Channels, Channels];

const times = (matrix: Matrix, [a, b, c]: Channels): Channels => {
  const row = ([x, y, z]: Channels) => x * a + y * b + z * c;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};
const each = (channels: Channels, change: (channel: number) => number): Channels => [
  change(channels[0]),
  change(channels[1]),
  change(channels[2]),
];
const same = (channels: Channels) => channels;

/** CSS Color 4, section 10.2: light in proportion to its power, 0 to 1, and sRGB from 0 to 255. */
const fromLinear = (linear: Channels) =>
  each(linear, (x) => 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055));
const toLinear = (rgb: Channels) =>
  each(rgb, (x) => (x <= 0.04045 * 255 ? x / 255 / 12.92 : ((x / 255 + 0.055) / 1.055) ** 2.4));

const XYZ_TO_LINEAR: Matrix = [
  [3.2404542, -1.5371385, -0.4985314],
  [-0.969266, 1.8760108, 0.041556],
  [0.0556434, -0.2040259, 1.0572252],
];
const XYZ50_TO_LINEAR: Matrix = [
  [3.134136, -1.6173863, -0.4906619],
  [-0.9787956, 1.9162544, 0.0334427],
  [0.0719554, -0.2289768, 1.4053861],
];
const LINEAR_TO_XYZ50: Matrix = [
  [0.4360747, 0.3850649, 0.1430804],
  [0.2225045, 0.7168786, 0.0606169],
  [0.0139322, 0.0971045, 0.7141733],
];
const OKLAB_TO_LMS: Matrix = [
  [1, 0.3963378, 0.2158038],
  [1, -0.1055613, -0.0638542],
  [1, -0.0894842, -1.2914855],
];
const LMS_TO_LINEAR: Matrix = [
  [4.0767417, -3.3077116, 0.2309699],
  [-1.268438, 2.6097574, -0.3413194],
  [-0.0041961, -0.7034186, 1.7076147],
];
const LINEAR_TO_LMS: Matrix = [
  [0.4122215, 0.5363325, 0.051446],
  [0.2119035, 0.6806995, 0.107397],
  [0.0883025, 0.2817188, 0.6299787],
];
const LMS_TO_OKLAB: Matrix = [
  [0.2104543, 0.7936178, -0.004072],
  [1.9779985, -2.4285922, 0.4505937],
  [0.025904, 0.7827718, -0.8086758],
];
const WHITE50: Channels = [0.96422, 1, 0.82521];

const fromOklab = (lab: Channels) =>
  fromLinear(
    times(
      LMS_TO_LINEAR,
      each(times(OKLAB_TO_LMS, lab), (x) => x ** 3),
    ),
  );
const toOklab = (rgb: Channels) => times(LMS_TO_OKLAB, each(times(LINEAR_TO_LMS, toLinear(rgb)), Math.cbrt));

const fromLab = ([lightness, a, b]: Channels) => {
  const y = (lightness + 16) / 116;
  const power = (f: number) => (f > 6 / 29 ? f ** 3 : (116 * f - 16) / (24389 / 27));
  const [x, mid, z] = each([y + a / 500, y, y - b / 200], power);
  return fromLinear(times(XYZ50_TO_LINEAR, [x * WHITE50[0], mid, z * WHITE50[2]]));
};
const toLab = (rgb: Channels): Channels => {
  const [x, mid, z] = times(LINEAR_TO_XYZ50, toLinear(rgb));
  const root = (t: number) => (t > (6 / 29) ** 3 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const [fx, fy, fz] = each([x / WHITE50[0], mid, z / WHITE50[2]], root);
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
};

/** Chroma and hue instead of two axes. */
const fromPolar = ([lightness, chroma, hue]: Channels): Channels => {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
};
const toPolar = ([lightness, a, b]: Channels): Channels => [
  lightness,
  Math.hypot(a, b),
  (Math.atan2(b, a) * 180) / Math.PI,
];

/** CSS Color 4, section 7.1. */
const fromHsl = ([hue, saturation, lightness]: Channels): Channels => {
  const [s, l] = [saturation / 100, lightness / 100];
  const channel = (n: number) => {
    const k = (((n + hue / 30) % 12) + 12) % 12;
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [channel(0), channel(8), channel(4)];
};
/** CSS Color 4, section 7.2. */
const toHsl = (rgb: Channels): Channels => {
  const [red, green, blue] = each(rgb, (x) => x / 255);
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [lightness, spread] = [(most + least) / 2, most - least];
  if (spread === 0) return [0, 0, 100 * lightness];
  const saturation = (most - lightness) / Math.min(lightness, 1 - lightness);
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  return [sixth * 60, 100 * saturation, 100 * lightness];
};

/** CSS Color 4, section 8.1. */
const fromHwb = ([hue, white, black]: Channels): Channels => {
  const [w, b] = [white / 100, black / 100];
  if (w + b >= 1) return each([w, w, w], (x) => (255 * x) / (w + b));
  return each(fromHsl([hue, 100, 50]), (pure) => pure * (1 - w - b) + 255 * w);
};
const toHwb = (rgb: Channels): Channels => [
  toHsl(rgb)[0],
  (100 * Math.min(...rgb)) / 255,
  100 - (100 * Math.max(...rgb)) / 255,
];

const RGB: Space = { wholes: [255, 255, 255], names: ['r', 'g', 'b'], toRgb: same, fromRgb: same };
const HSL: Space = { wholes: [360, 100, 100], names: ['h', 's', 'l'], toRgb: fromHsl, fromRgb: toHsl };
const UNIT: Space = {
  wholes: [1, 1, 1],
  names: ['r', 'g', 'b'],
  toRgb: (channels) => each(channels, (x) => 255 * x),
  fromRgb: (rgb) => each(rgb, (x) => x / 255),
};
const XYZ: Space = {
  ...UNIT,
  names: ['x', 'y', 'z'],
  toRgb: (xyz) => fromLinear(times(XYZ_TO_LINEAR, xyz)),
};

/** The functions that state a colour, by name. */
export const SPACES: Readonly<Record<string, Space>> = {
  rgb: RGB,
  rgba: RGB,
  hsl: HSL,
  hsla: HSL,
  hwb: { wholes: [360, 100, 100], names: ['h', 'w', 'b'], toRgb: fromHwb, fromRgb: toHwb },
  lab: { wholes: [100, 125, 125], names: ['l', 'a', 'b'], toRgb: fromLab, fromRgb: toLab },
  lch: {
    wholes: [100, 150, 360],
    names: ['l', 'c', 'h'],
    toRgb: (lch) => fromLab(fromPolar(lch)),
    fromRgb: (rgb) => toPolar(toLab(rgb)),
  },
  oklab: { wholes: [1, 0.4, 0.4], names: ['l', 'a', 'b'], toRgb: fromOklab, fromRgb: toOklab },
  oklch: {
    wholes: [1, 0.4, 360],
    names: ['l', 'c', 'h'],
    toRgb: (lch) => fromOklab(fromPolar(lch)),
    fromRgb: (rgb) => toPolar(toOklab(rgb)),
  },
};

/** The spaces of `color()`; wider ones are taken for sRGB, near enough for what looks the same. */
export const NAMED_SPACES: Readonly<Record<string, Space>> = {
  srgb: UNIT,
  'display-p3': UNIT,
  'a98-rgb': UNIT,
  'prophoto-rgb': UNIT,
  rec2020: UNIT,
  'srgb-linear': { ...UNIT, toRgb: fromLinear, fromRgb: toLinear },
  xyz: XYZ,
  'xyz-d65': XYZ,
  'xyz-d50': { ...XYZ, toRgb: (xyz) => fromLinear(times(XYZ50_TO_LINEAR, xyz)) },
};
