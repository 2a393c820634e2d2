/**
 * How a colour differs from white paper: `pale` can hardly be seen on it. Patterns and gradients count as
 * `dark`; `none` paints nothing.
 */
export type Ink = 'dark' | 'pale' | 'none';

/** The lowest contrast with white that counts as visible; #e8e8e8 has more. */
const MIN_CONTRAST = 1.2;

/** Classifies `#rrggbb`, the form in which pdf.js reports every colour; anything else is a pattern. */
export function toInk(colour: unknown): Ink {
  if (typeof colour !== 'string' || !/^#[0-9a-f]{6}$/i.test(colour)) return 'dark';
  return contrastWithWhite(Number.parseInt(colour.slice(1), 16)) < MIN_CONTRAST ? 'pale' : 'dark';
}

/** The contrast ratio of a colour 0xRRGGBB with white, 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrastWithWhite(colour: number): number {
  const linear = (shift: number): number => {
    const channel = ((colour >> shift) & 255) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  };
  return 1.05 / (0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0) + 0.05);
}
