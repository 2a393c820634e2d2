/** The results of `work` in the order of `items`, with at most `atATime` of them in progress. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return results;
}
