import { mixColours, NO_COLOUR, type PaintColour } from './colour.ts';
import type { Point } from './matrix.ts';
import { type Box, boundsOf } from './outline.ts';
import { createRaster, type Raster, type Shape } from './raster.ts';

/** The colour and the opacity with which a shape is painted. */
export type Ink = {
  readonly colour: PaintColour;
  /** Opacity, 0 to 1. */
  readonly alpha: number;
  /** Whether it replaces what is below it, instead of blending with it. */
  readonly isNormal: boolean;
  /** Whether it is a large image, which may be the scan of a page. */
  readonly isScan: boolean;
  /** Whether the paint reaches a cell, if soft masks decide that; null without masks. */
  readonly reaches: ((cell: number) => boolean) | null;
};

/** The painted page: a colour for each cell of a coarse grid. */
export type Surface = {
  readonly raster: Raster;
  readonly paint: (shape: Shape, ink: Ink, clip: Clip) => void;
  readonly colourAt: (cell: number) => PaintColour;
  /** The number of paint calls so far. */
  readonly paints: () => number;
  /** Whether an opaque shape has been painted over a cell since paint call number `paints`. */
  readonly isCoveredSince: (cell: number, paints: number) => boolean;
  /** Whether the page is a scan, and the cell is part of the scan. */
  readonly isScanAt: (cell: number) => boolean;
};

/** Text below a shape with at least this opacity cannot be read. */
const COVERING_ALPHA = 0.9;
/** A large image that fills less of the page than this is a picture on it, not a scan. */
const MIN_SCANNED_SHARE = 0.5;
const MIN_SCAN_ALPHA = 0.5;

/** Makes the surface of a page and fills it with `background`. */
export function createSurface(page: Box, background: PaintColour): Surface {
  const raster = createRaster(page);
  const colours = new Int32Array(raster.cells).fill(background);
  const covered = new Uint32Array(raster.cells);
  const scanned = new Uint8Array(raster.cells);
  let paints = 0;
  let scannedCells: number | null = null;

  function paint(shape: Shape, ink: Ink, clip: Clip): void {
    paints++;
    if (ink.colour === NO_COLOUR || ink.alpha <= 0) return;
    const covers = ink.isNormal && ink.alpha >= COVERING_ALPHA && ink.colour >= 0;
    raster.fill(shape, clip.box, (from, to) => {
      for (let cell = from; cell < to; cell++) {
        if (clip.cells?.[cell] === 0 || ink.reaches?.(cell) === false) continue;
        colours[cell] = mixColours(colours[cell] ?? background, ink.colour, ink.alpha);
        if (covers) covered[cell] = paints;
        if (ink.isScan && ink.alpha >= MIN_SCAN_ALPHA) scanned[cell] = 1;
      }
    });
  }

  return {
    raster,
    paint,
    colourAt: (cell) => colours[cell] ?? background,
    paints: () => paints,
    isCoveredSince: (cell, since) => (covered[cell] ?? 0) > since,
    isScanAt(cell) {
      scannedCells ??= scanned.reduce((sum, is) => sum + is, 0);
      return scanned[cell] === 1 && scannedCells >= raster.cells * MIN_SCANNED_SHARE;
    },
  };
}

/**
 * The part of a page that can be painted: a rectangle and, for other shapes, the cells of the page inside it.
 */
export type Clip = { readonly box: Box; readonly cells: Uint8Array | null };

/** The intersection of a clip with a shape. */
export function narrowClip({ box, cells: outer }: Clip, shape: Shape, raster: Raster): Clip {
  const bounds = boundsOf(shape.polygons);
  const inner = {
    left: Math.max(box.left, bounds.left),
    bottom: Math.max(box.bottom, bounds.bottom),
    right: Math.min(box.right, bounds.right),
    top: Math.min(box.top, bounds.top),
  };
  const cells = bounds.isExact ? null : raster.createMask();
  if (cells === null) return { box: inner, cells: outer };
  raster.fill(shape, inner, (from, to) => {
    for (let cell = from; cell < to; cell++) cells[cell] = outer?.[cell] ?? 1;
  });
  return { box: inner, cells };
}

/** Whether a position, and the cell it lies in, are within a clip. */
export function isWithin({ box, cells }: Clip, [x, y]: Point, cell: number): boolean {
  if (x < box.left || x > box.right || y < box.bottom || y > box.top) return false;
  return cells === null || cells[cell] === 1;
}
