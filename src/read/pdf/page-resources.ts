import { NO_COLOUR, type PaintColour, parseColour, UNKNOWN_COLOUR } from './colour.ts';
import { DEFAULT_FONT, type Font } from './graphics-state.ts';
import type { PageResources } from './interpreter.ts';
import { toNumbers } from './matrix.ts';

/** The objects that pdf.js has made for a page, or for all pages of a document. */
export type PdfObjects = { readonly has: (name: string) => boolean; readonly get: (name: string) => unknown };
type Sources = Pick<PageResources, 'isLayerOn'> & {
  readonly objects: PdfObjects;
  readonly commonObjects: PdfObjects;
};

/** How pdf.js stores the points of an image: a byte for each channel, or a bit for each point. */
const CHANNELS: Readonly<Record<number, number>> = { 1: 1, 2: 3, 3: 4 };
const BIT_PER_POINT = 1;

/** Looks up what a page's operators refer to. Fonts that are missing count as usual ones. */
export function pageResources({ objects, commonObjects, isLayerOn }: Sources): PageResources {
  const fonts = new Map<string, Font>();
  const colours = new Map<string, PaintColour>();
  const find = (name: string): Record<string, unknown> => {
    const source = [objects, commonObjects].find((each) => each.has(name));
    const found = source?.get(name);
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  };
  return {
    isLayerOn,
    font(name) {
      const font = fonts.get(name) ?? toFont(find(name));
      fonts.set(name, font);
      return font;
    },
    colourOf(name) {
      const colour = colours.get(name) ?? toColour(find(name));
      colours.set(name, colour);
      return colour;
    },
  };
}

function toFont({ fontMatrix, vertical, isType3Font, bbox }: Record<string, unknown>): Font {
  const [unit = DEFAULT_FONT.unit, , , unitHeight = unit] = toNumbers(fontMatrix);
  const [left = 0, bottom = 0, right = 0, top = 0] = toNumbers(bbox);
  const size = Math.max(
    Math.abs(right - left) * Math.abs(unit),
    Math.abs(top - bottom) * Math.abs(unitHeight),
  );
  return { unit, isVertical: vertical === true, em: isType3Font === true ? (size > 0 ? size : null) : 1 };
}

/** The colour of a gradient, which pdf.js stores as a list, or of an image. */
function toColour(found: Record<string, unknown>): PaintColour {
  if (Array.isArray(found)) return sameColour(stopsOf(found));
  const { data, kind } = found;
  const channels = CHANNELS[Number(kind)];
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray) || channels === undefined)
    return UNKNOWN_COLOUR;
  if (data.some((value, at) => value !== data[at % channels])) return UNKNOWN_COLOUR;
  const [red = 0, green = red, blue = red, alpha = 255] = data.subarray(0, channels);
  if (kind === BIT_PER_POINT && red > 0 && red < 255) return UNKNOWN_COLOUR;
  return alpha === 0 ? NO_COLOUR : alpha < 255 ? UNKNOWN_COLOUR : (red << 16) | (green << 8) | blue;
}

/**
 * The colours of a gradient along a line or between circles:
 * `[kind, type, box, [[position, colour], …], …]`.
 */
function stopsOf([kind, , , stops]: readonly unknown[]): readonly unknown[] {
  if (kind !== 'RadialAxial' || !Array.isArray(stops)) return [];
  return stops.map((stop) => (Array.isArray(stop) ? stop[1] : null));
}

function sameColour(colours: readonly unknown[]): PaintColour {
  const [first] = colours;
  return colours.every((colour) => colour === first)
    ? (parseColour(first) ?? UNKNOWN_COLOUR)
    : UNKNOWN_COLOUR;
}
