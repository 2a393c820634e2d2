import { z } from 'zod';
import type { CachePlan } from '../cache/cache.ts';
import { storedMs, storedScopePart, storedUrl } from '../core/stored.ts';
import type { Attempt, Hit } from '../core/terms.ts';
import type { SearchReport } from './search.ts';

const engine = z.enum(['engine_a', 'engine_b', 'engine_c', 'none']);
const hit = z.strictObject({
  url: storedUrl,
  title: z.string(),
  snippet: z.string(),
  text: z.string().exactOptional(),
  publishedAt: z.string().exactOptional(),
  engine: engine.exactOptional(),
} satisfies Record<keyof Hit, z.ZodType>);
const attempt = z.strictObject({
  engine,
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z.string(),
  tookMs: storedMs,
  ignored: z.array(storedScopePart).exactOptional(),
} satisfies Record<keyof Attempt, z.ZodType>);
const MAX_BYTES = 8 * 2 ** 20;

const schema = z.strictObject({
  outcome: z.strictObject({
    status: z.literal('ok'),
    hits: z.array(hit).min(1),
    hint: z.string().exactOptional(),
    unsent: z.array(storedScopePart).exactOptional(),
  }),
  engine,
  trail: z.array(attempt),
});

/**
 * Parses a stored report of a search that found something. Null if it is not one, or if it has an unknown
 * field, as a report of another version may.
 */
export function parseReport(stored: unknown): SearchReport | null {
  const { success, data } = schema.safeParse(stored);
  return success ? data : null;
}

/** The cache of search results. */
export const searchPlan: Omit<CachePlan<SearchReport>, 'lifetimeMs'> = {
  name: 'search',
  graceMs: 0,
  maxBytes: MAX_BYTES,
  parse: parseReport,
};
