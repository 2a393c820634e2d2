import { magnitude } from './magnitude.ts';
import type { PageView } from './page-view.ts';
import { share } from './share.ts';
import type { TraitGroup } from './trait-rows.ts';

type Traits = TraitGroup<PageView>;

/** The traits of the block that is a number of blocks after this one. */
function ofNeighbour(offset: number): Traits {
  return {
    names: [`characters at ${offset}`, `stays at ${offset}`, `off the way at ${offset}`],
    ofBlock(row, to, { at, view }) {
      const other = view.blocks[at + offset];
      if (other === undefined) {
        row.fill(-1, to, to + this.names.length);
        return;
      }
      let next = to;
      row[next++] = magnitude(other.chars);
      row[next++] = Number(other.stays);
      row[next++] = other.hops;
    },
  };
}

/** The traits of the blocks in a range of offsets, without the block itself. */
function ofRange([from = 0, to = 0]: readonly number[]): Traits {
  const isAround = from < 0 && to > 0;
  return {
    names: [
      `characters from ${from} to ${to}`,
      `link share from ${from} to ${to}`,
      `staying from ${from} to ${to}`,
      `sentences from ${from} to ${to}`,
    ],
    ofBlock(row, first, { at, view: { blocks, sums } }) {
      const start = Math.max(0, at + from);
      const end = Math.max(start, Math.min(blocks.length, at + to + 1));
      const sumOf = (list: Float64Array) =>
        sumBetween(list, start, end) - (isAround ? sumBetween(list, at, at + 1) : 0);
      const chars = sumOf(sums.chars);
      let next = first;
      row[next++] = magnitude(chars);
      row[next++] = share(sumOf(sums.linkChars), chars);
      row[next++] = share(sumOf(sums.staying), end - start - Number(isAround));
      row[next++] = sumOf(sums.sentences);
    },
  };
}

/** The traits of the blocks before and after a block. */
export const NEIGHBOUR_TRAITS: readonly Traits[] = [
  ...[-1, 1, 2].map(ofNeighbour),
  ...[
    [-4, -1],
    [1, 4],
    [-10, 10],
  ].map(ofRange),
];

function sumBetween(sums: Float64Array, start: number, end: number): number {
  return (sums[end] ?? 0) - (sums[start] ?? 0);
}
