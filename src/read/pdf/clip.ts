import type { Point } from './matrix.ts';
import { type Box, boundsOf } from './outline.ts';
import type { Raster, Shape } from './raster.ts';

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
