import { BLOCK_TRAITS } from '../../../src/lib/article/block-traits.ts';
import { holdsNoBlock } from '../../../src/lib/article/boilerplate.ts';
import { parseHtml } from '../../../src/lib/article/html-tree.ts';
import { readPageFacts } from '../../../src/lib/article/page-facts.ts';
import { viewPage } from '../../../src/lib/article/page-view.ts';
import { toPart } from '../../../src/lib/article/part.ts';
import type { ElementPlace, PlacedLength } from '../../../src/lib/article/score-traits.ts';
import type { SeenBlock } from '../../../src/lib/article/seen-blocks.ts';
import { createTraitRows } from '../../../src/lib/article/trait-rows.ts';
import type { PageSet } from '../read-sets.ts';
import type { Examples } from './boosting.ts';
import { labelBlocks } from './label.ts';

/** The position of a page's blocks in the matrix. */
export type PageRows = {
  readonly set: string;
  readonly id: string;
  readonly from: number;
  readonly blocks: readonly PlacedLength[];
};

/** The traits in bins, by column; `limits` has the upper bound of every bin except the last. */
export type Binned = {
  readonly columns: readonly Uint8Array[];
  readonly limits: readonly (readonly number[])[];
};

/** The blocks of all pages with their traits. */
export type Matrix = Examples & Binned & { readonly pages: readonly PageRows[] };

const SAMPLED = 20_000;

const { positions, measure } = createTraitRows(BLOCK_TRAITS);
/** The traits of blocks, in the order of the columns. */
export const TRAIT_NAMES: readonly string[] = [...positions.keys()];

/** Measures every trait of every block. */
export function toMatrix(sets: readonly PageSet[], bins: number): Matrix {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const pages: PageRows[] = [];
  for (const { name, pages: all } of sets) {
    for (const page of all) {
      const tree = parseHtml(page.html);
      const facts = readPageFacts(tree);
      const view = viewPage(toPart(tree, holdsNoBlock), facts.types);
      pages.push({ set: name, id: page.id, from: rows.length, blocks: outlinesOf(view.blocks) });
      const { values, width } = measure(view);
      for (const at of view.blocks.keys()) rows.push(values.subarray(at * width, (at + 1) * width));
      for (const { wanted, weight } of labelBlocks(page, view.blocks)) {
        labels.push(wanted);
        weights.push(weight * 100);
      }
    }
  }
  const byColumn = TRAIT_NAMES.map((_, column) => Float32Array.from(rows, (row) => row[column] ?? 0));
  return {
    ...toBins(byColumn, bins),
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
    pages,
  };
}

/**
 * The data about blocks that are needed after their traits are measured; their pages need not stay in memory.
 */
function outlinesOf(blocks: readonly SeenBlock[]): PlacedLength[] {
  const known = new Map<ElementPlace, ElementPlace>();
  const outlineOf = (place: ElementPlace): ElementPlace => {
    const found = known.get(place);
    if (found !== undefined) return found;
    const { path, depth, outer } = place;
    const outline = { path, depth, outer: outer === null ? null : outlineOf(outer) };
    known.set(place, outline);
    return outline;
  };
  return blocks.map(({ chars, block }) => ({ chars, block: { place: outlineOf(block.place) } }));
}

/** Divides the values of each column into bins with about equally many values. */
export function toBins(columns: readonly Float32Array[], bins: number): Binned {
  const step = Math.max(1, Math.floor((columns[0]?.length ?? 0) / SAMPLED));
  const limits = columns.map((column) =>
    limitsOf(
      column.filter((_value, at) => at % step === 0),
      bins,
    ),
  );
  return {
    limits,
    columns: columns.map((column, at) => Uint8Array.from(column, (value) => binOf(value, limits[at] ?? []))),
  };
}

/** Limits between bins, rounded and chosen so that about equally many values are in each bin. */
function limitsOf(values: Float32Array, bins: number): number[] {
  const sorted = values.toSorted();
  const limits = new Set<number>();
  const distinct = [...new Set(sorted)];
  const source =
    distinct.length < bins
      ? distinct
      : Array.from(
          { length: bins - 1 },
          (_, at) => sorted[Math.floor(((at + 1) * sorted.length) / bins)] ?? 0,
        );
  for (const value of source) limits.add(Number(value.toPrecision(3)));
  return [...limits].sort((a, b) => a - b).slice(0, bins - 1);
}

function binOf(value: number, limits: readonly number[]): number {
  let [from, to] = [0, limits.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (value <= (limits[middle] ?? Number.POSITIVE_INFINITY)) to = middle;
    else from = middle + 1;
  }
  return from;
}
