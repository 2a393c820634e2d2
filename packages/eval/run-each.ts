/** What is done with each of many items. */
type EachRun<Item> = {
  readonly items: AsyncIterable<Item>;
  /** The number of items that are worked on at the same time. */
  readonly concurrency: number;
  /** Asked before each item; no further item is begun once it is false. */
  mayGoOn?(): boolean;
  work(item: Item): Promise<void>;
};

/**
 * Works on many items, a few at a time, so that memory does not grow with their number. After the first
 * failure, or when `signal` aborts, no further item is begun; rejects with it after all others have ended.
 */
export async function runEach<Item>(
  { items, concurrency, mayGoOn = () => true, work }: EachRun<Item>,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    if (signal.aborted || failures.length > 0 || !mayGoOn()) break;
    const working = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(working));
    running.add(working);
    if (running.size >= concurrency) await Promise.race(running);
  }
  await Promise.all(running);
  if (signal.aborted) throw signal.reason;
  if (failures.length > 0) throw failures[0];
}
