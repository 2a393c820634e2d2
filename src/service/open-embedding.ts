import type { Settings } from '../config/settings.ts';
import type { Embed } from '../core/ranking.ts';
import { createEmbedder } from '../models/ranking/embedder.ts';
import { createUpstream } from '../net/upstream.ts';

/** The embedding model for `sayso index`, to be disposed of; null without one. */
export function openEmbedding(
  settings: Settings,
  version: string,
): (AsyncDisposable & { readonly embed: Embed }) | null {
  const { embedder, embedKey: key } = settings;
  if (embedder === null) return null;
  const upstream = createUpstream({ userAgent: `Sayso/${version}` });
  const unobserved = { onCall: () => undefined, onSuspend: () => undefined };
  const { embed } = createEmbedder({ ...embedder, key, upstream, ...unobserved });
  return { embed, [Symbol.asyncDispose]: () => upstream.close() };
}
