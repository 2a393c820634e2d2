/** A colour as 0xRRGGBB, or one of the two constants below. */
export type PaintColour = number;

/**
 * The colour of an image, a pattern or a gradient. Its value is not known, because the colour may differ from
 * point to point.
 */
export const UNKNOWN_COLOUR: PaintColour = -1;
/** No colour, because nothing has been painted. */
export const NO_COLOUR: PaintColour = -2;

/** Reads `#rrggbb`, the form in which pdf.js reports every colour; null for anything else. */
export function parseColour(value: unknown): PaintColour | null {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
    ? Number.parseInt(value.slice(1), 16)
    : null;
}

/** The visible colour if `colour` is painted with opacity `alpha` (0 to 1) over `background`. */
export function mixColours(background: PaintColour, colour: PaintColour, alpha: number): PaintColour {
  if (alpha >= 1 || background === NO_COLOUR) return colour;
  if (background < 0 || colour < 0) return UNKNOWN_COLOUR;
  const mixChannel = (shift: number): number => {
    const from = (background >> shift) & 255;
    return Math.round(from + (((colour >> shift) & 255) - from) * alpha) << shift;
  };
  return mixChannel(16) | mixChannel(8) | mixChannel(0);
}

/** The contrast ratio of two known colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: PaintColour, other: PaintColour): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The relative luminance of a known colour, 0 to 1 (WCAG 2.2, "relative luminance"). */
export function luminance(colour: PaintColour): number {
  const linear = (shift: number): number => {
    const channel = ((colour >> shift) & 255) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
}
