/** The cosine of the angle between two unit vectors; the second one begins at index `from` of `other`. */
export function similarity(one: Float32Array, other: Float32Array, from = 0): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[from + at] ?? 0);
  return sum;
}

/** The constant of the paper; it decides how much more the first places count than later ones. */
const K = 60;

/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", 2009):
 * the items of several orders, best first. An item that is missing from an order gets no points from it;
 * items with equal points stay in the order in which they were found.
 */
export function fuseRanks<T>(orders: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const order of orders) {
    for (const [place, item] of order.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + place + 1));
    }
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([item]) => item);
}
