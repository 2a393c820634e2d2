/** As in the paper; it decides how much more the first places count than later ones. */
const K = 60;

/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher, "Reciprocal Rank Fusion outperforms Condorcet", 2009):
 * the items of several orders, best first. An item that an order lacks gets nothing from it; equals stay in
 * the order in which they were met.
 */
export function fuseRanks<T>(orders: readonly (readonly T[])[]): T[] {
  const scores = new Map<T, number>();
  for (const order of orders) {
    for (const [place, item] of order.entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (K + place + 1));
    }
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([item]) => item);
}
