/**
 * Loads something when it is first needed, and returns the same afterwards. A load that failed is tried
 * again. Protocols load their code this way, so that one that nobody uses costs no time at the start and no
 * memory.
 */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
