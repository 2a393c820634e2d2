/** Returns a function that makes a value on first use, and then always returns this value. */
export function once<T>(make: () => T): () => T {
  let result: { readonly value: T } | null = null;
  return () => {
    result ??= { value: make() };
    return result.value;
  };
}
