import { createBreather } from '../../../lib/text/breather.ts';

/**
 * The vectors as the elements of a JSON array, one by one: a large reply takes too long to write at once.
 * @param toRow the element for a vector
 */
export async function* vectorRows(
  vectors: readonly Float32Array[],
  toRow: (vector: Float32Array, index: number) => unknown,
): AsyncGenerator<string> {
  const breathe = createBreather();
  for (const [index, vector] of vectors.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(toRow(vector, index))}`;
    await breathe();
  }
}
