/**
 * The same generator with each value replaced; its result stays the same. Closing it closes the other one
 * too, as `yield*` does.
 */
export async function* mapped<Value, Result>(
  values: AsyncGenerator<Value, Result>,
  replace: (value: Value) => Value,
): AsyncGenerator<Value, Result> {
  let isOver = false;
  try {
    for (let next = await values.next(); ; next = await values.next()) {
      isOver = next.done === true;
      if (next.done) return next.value;
      yield replace(next.value);
    }
  } catch (error) {
    isOver = true;
    throw error;
  } finally {
    // The result of a generator that is closed early is never used.
    if (!isOver) await values.return(undefined as Result);
  }
}
