import { TRAITS } from '../../../src/read/block-traits.ts';
import { holdsNoBlock } from '../../../src/read/boilerplate.ts';
import { parseHtml } from '../../../src/read/html-tree.ts';
import { readPageFacts } from '../../../src/read/page-facts.ts';
import { viewPage } from '../../../src/read/page-view.ts';
import { toPart } from '../../../src/read/part.ts';
import type { PageSet } from '../read-sets.ts';
import type { Examples } from './boosting.ts';
import { labelBlocks } from './label.ts';

/** Where the blocks of a page are in the matrix. */
export type PageRows = {
  readonly set: string;
  readonly id: string;
  readonly from: number;
  readonly blocks: number;
};

/**
 * The blocks of all pages with their traits in bins; `limits` holds the upper end of each bin but the last.
 */
export type Matrix = Examples & {
  readonly pages: readonly PageRows[];
  readonly limits: readonly (readonly number[])[];
};

const SAMPLED = 20_000;

/** Measures every trait of every block. */
export function toMatrix(sets: readonly PageSet[], bins: number): Matrix {
  const measures = [...TRAITS.values()];
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const pages: PageRows[] = [];
  for (const { name, pages: all } of sets) {
    for (const page of all) {
      const tree = parseHtml(page.html);
      const facts = readPageFacts(tree);
      const view = viewPage(toPart(tree, holdsNoBlock), facts);
      pages.push({ set: name, id: page.id, from: rows.length, blocks: view.blocks.length });
      for (const [at, block] of view.blocks.entries())
        rows.push(Float32Array.from(measures, (measure) => measure(block, at, view)));
      for (const { wanted, weight } of labelBlocks(page, view.blocks)) {
        labels.push(wanted);
        weights.push(weight * 100);
      }
    }
  }
  const step = Math.max(1, Math.floor(rows.length / SAMPLED));
  const limits = measures.map((_, column) => {
    const values = rows.filter((_row, at) => at % step === 0).map((row) => row[column] ?? 0);
    return limitsOf(values, bins);
  });
  const columns = limits.map((ends, column) => Uint8Array.from(rows, (row) => binOf(row[column] ?? 0, ends)));
  return { columns, labels: Float32Array.from(labels), weights: Float32Array.from(weights), pages, limits };
}

/** Limits between bins, rounded, so that about equally many values fall into each. */
function limitsOf(values: number[], bins: number): number[] {
  const sorted = Float32Array.from(values).sort();
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
