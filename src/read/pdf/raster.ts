import type { Box, Polygon } from './outline.ts';

/** A page as a coarse grid of cells, the first at the lower left. */
export type Raster = {
  readonly cells: number;
  /** The index of the cell at a position on the page; -1 outside the page. */
  readonly cellAt: (x: number, y: number) => number;
  /**
   * Calls `visit` with each run of cells, end exclusive, whose centres lie within a shape and the rectangle
   * `within`.
   */
  readonly fill: (shape: Shape, within: Box, visit: VisitRun) => void;
  /** Returns a grid with a byte of zero for each cell; after 100 grids for one page, null. */
  readonly createMask: () => Uint8Array | null;
};
/**
 * A shape to fill or to clip with; the rule determines how overlapping polygons are filled (ISO 32000-1,
 * 8.5.3.3).
 */
export type Shape = { readonly polygons: readonly Polygon[]; readonly rule: 'nonzero' | 'evenodd' };
type VisitRun = (from: number, to: number) => void;

/**
 * A cell is smaller than the letters of a footnote, except on pages with a side of more than 1,200 points.
 */
const MIN_CELL_POINTS = 2;
const MAX_CELLS_PER_SIDE = 600;
/** Limits for the shapes of one page, in rows crossed by an edge and in cells; later shapes are ignored. */
const MAX_CROSSINGS = 1_000_000;
const MAX_VISITED_CELLS = 20_000_000;
const MAX_MASKS = 100;

type Crossing = { readonly x: number; readonly winding: number };

/** Makes the grid of a page. */
export function createRaster(page: Box): Raster {
  return new Grid(page);
}

class Grid implements Raster {
  readonly cells: number;
  readonly #page: Box;
  readonly #size: number;
  readonly #columns: number;
  readonly #rows: number;
  #crossingsLeft = MAX_CROSSINGS;
  #cellsLeft = MAX_VISITED_CELLS;
  #masksLeft = MAX_MASKS;

  constructor(page: Box) {
    const [width, height] = [page.right - page.left, page.top - page.bottom];
    this.#page = page;
    this.#size = Math.max(MIN_CELL_POINTS, Math.max(width, height) / MAX_CELLS_PER_SIDE);
    this.#columns = Math.max(1, Math.ceil(width / this.#size));
    this.#rows = Math.max(1, Math.ceil(height / this.#size));
    this.cells = this.#columns * this.#rows;
  }

  cellAt(x: number, y: number): number {
    const column = Math.floor((x - this.#page.left) / this.#size);
    const row = Math.floor((y - this.#page.bottom) / this.#size);
    const isInside = column >= 0 && column < this.#columns && row >= 0 && row < this.#rows;
    return isInside ? row * this.#columns + column : -1;
  }

  fill({ polygons, rule }: Shape, within: Box, visit: VisitRun): void {
    const { left } = this.#page;
    const firstColumn = this.#firstFrom(within.left, left);
    const endColumn = Math.min(this.#columns, this.#firstFrom(within.right, left));
    for (const [row, crossings] of this.#crossingsByRow(polygons, within)) {
      crossings.sort((a, b) => a.x - b.x);
      let winding = 0;
      for (const [at, crossing] of crossings.entries()) {
        winding += rule === 'nonzero' ? crossing.winding : 1;
        const isInside = rule === 'nonzero' ? winding !== 0 : winding % 2 === 1;
        const next = crossings[at + 1];
        if (!isInside || next === undefined) continue;
        const from = Math.max(firstColumn, Math.ceil(crossing.x));
        const to = Math.min(endColumn, Math.ceil(next.x));
        this.#cellsLeft -= Math.max(0, to - from);
        if (to > from && this.#cellsLeft > 0) visit(row * this.#columns + from, row * this.#columns + to);
      }
    }
  }

  createMask(): Uint8Array | null {
    return this.#masksLeft-- > 0 ? new Uint8Array(this.cells) : null;
  }

  /** The first column or row whose centres are at or after `position`. */
  #firstFrom(position: number, origin: number): number {
    return Math.max(0, Math.ceil((position - origin) / this.#size - 0.5));
  }

  /** For each row, the columns at which the edges cross the line through the centres of its cells. */
  #crossingsByRow(polygons: readonly Polygon[], within: Box): Map<number, Crossing[]> {
    const { left, bottom } = this.#page;
    const firstRow = this.#firstFrom(within.bottom, bottom);
    const endRow = Math.min(this.#rows, this.#firstFrom(within.top, bottom));
    const byRow = new Map<number, Crossing[]>();
    for (const polygon of polygons) {
      for (const [at, [x1, y1]] of polygon.entries()) {
        const [x2, y2] = polygon[(at + 1) % polygon.length] ?? [x1, y1];
        const [from, to] = [(y1 - bottom) / this.#size - 0.5, (y2 - bottom) / this.#size - 0.5];
        const first = Math.max(firstRow, Math.ceil(Math.min(from, to)));
        const end = Math.min(endRow, Math.ceil(Math.max(from, to)));
        for (let row = first; row < end && this.#crossingsLeft-- > 0; row++) {
          const x = x1 + ((x2 - x1) * (row - from)) / (to - from);
          const crossing = { x: (x - left) / this.#size - 0.5, winding: Math.sign(to - from) };
          const crossings = byRow.get(row);
          if (crossings === undefined) byRow.set(row, [crossing]);
          else crossings.push(crossing);
        }
      }
    }
    return byRow;
  }
}
