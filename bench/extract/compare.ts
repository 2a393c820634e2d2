import type { Random } from '../fuzz-time/random.ts';
import { percentile } from '../statistics.ts';
import type { PageScore } from './page-score.ts';
import { AVERAGED } from './read-sets.ts';
import { mean, scoreSet } from './set-score.ts';

/** The scores of one set before and after a change, page by page, in the same order. */
export type PairedSet = {
  readonly name: string;
  readonly before: readonly PageScore[];
  readonly after: readonly PageScore[];
};

/** A difference in points (hundredths of F1) with its 95 % interval. */
export type Difference = {
  readonly points: number;
  readonly from: number;
  readonly to: number;
};

/** The readings to compare; the sets that are not averaged are compared one by one. */
export type Compared = { readonly name: string } & Difference;

const ROUNDS = 1_000;

/**
 * Compares two readings of the same sets by a paired bootstrap over pages: the macro averages, the average
 * with each averaged set held out, and each set alone.
 */
export function compareReadings(sets: readonly PairedSet[], { below }: Random): Compared[] {
  const averaged = sets.filter(({ name }) => averagedNames.has(name));
  const groups: (readonly [string, readonly PairedSet[]])[] = [
    ...Object.entries(AVERAGED).map(
      ([group, names]) => [group, averaged.filter(({ name }) => names.some((one) => one === name))] as const,
    ),
    ['all averaged sets', averaged],
    ...averaged.map(({ name }) => [`without ${name}`, averaged.filter((one) => one.name !== name)] as const),
    ...sets.map((set) => [set.name, [set]] as const),
  ];
  const samples = sets.map(({ before }) => before.length);
  const drawn = Array.from({ length: ROUNDS }, () =>
    samples.map((pages) => Array.from({ length: pages }, () => below(pages))),
  );
  const positions = new Map(sets.map(({ name }, at) => [name, at] as const));
  const changes = drawn.map((round) => sets.map((set, at) => changeOf(set, round[at] ?? [])));
  const whole = sets.map((set) => changeOf(set, null));
  const over = (figures: readonly number[], group: readonly PairedSet[]) =>
    mean(group.map(({ name }) => figures[positions.get(name) ?? -1] ?? null));
  return groups
    .filter(([, group]) => group.length > 0)
    .map(([name, group]) => {
      const spread = changes.map((round) => over(round, group));
      return {
        name,
        points: over(whole, group),
        from: percentile(spread, 0.025),
        to: percentile(spread, 0.975),
      };
    });
}

const averagedNames: ReadonlySet<string> = new Set<string>(Object.values(AVERAGED).flat());

/** The change of a set's F1 in points: on words if its pages have texts, otherwise on segments. */
function changeOf({ before, after }: PairedSet, sample: readonly number[] | null): number {
  return (f1Of(after, sample) - f1Of(before, sample)) * 100;
}

function f1Of(pages: readonly PageScore[], sample: readonly number[] | null): number {
  const drawn = sample === null ? pages : sample.flatMap((at) => pages[at] ?? []);
  const { f1, segmentF1 } = scoreSet(drawn);
  return Number.isNaN(f1) ? segmentF1 : f1;
}
