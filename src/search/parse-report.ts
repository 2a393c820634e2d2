import { z } from 'zod';
import type { SearchReport } from './search.ts';

const hit = z.object({
  url: z.string(),
  title: z.string(),
  snippet: z.string(),
  text: z.string().exactOptional(),
});
const engine = z.enum(['engine_a', 'engine_b', 'engine_c', 'none']);
const attempt = z.object({
  engine,
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z.string(),
  tookMs: z.number(),
});
const schema = z.object({
  outcome: z.object({ status: z.literal('ok'), hits: z.array(hit).min(1), hint: z.string().exactOptional() }),
  engine,
  trail: z.array(attempt),
});

/** The report of a search that found something out of what a store gave back, or null. */
export function parseReport(stored: unknown): SearchReport | null {
  const { success, data } = schema.safeParse(stored);
  return success ? data : null;
}
