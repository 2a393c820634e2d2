/** The values of the promises, in the order in which they settle. None of them may reject. */
export async function* asTheySettle<T>(promises: readonly Promise<T>[]): AsyncGenerator<T> {
  const arrived: T[] = [];
  let wake = () => {};
  for (const promise of promises) {
    void promise.then((value) => {
      arrived.push(value);
      wake();
    });
  }
  for (let left = promises.length; left > 0; ) {
    if (arrived.length === 0) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const batch = arrived.splice(0);
    left -= batch.length;
    yield* batch;
  }
}
