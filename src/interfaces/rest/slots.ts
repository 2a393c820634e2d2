import { z } from 'zod';
import type { Attempt } from '../../core/attempt.ts';
import { FAILED_REASONS } from '../../core/attempt.ts';
import { searchEngineOf } from '../http/search-engine.ts';
import { roundMs } from './round-ms.ts';

/** The outcome of one slot in a search, as sent to callers. */
export const slotSchema = z.object({
  search_engine: z.string(),
  status: z.enum(['ok', 'empty', 'failed', 'skipped', 'overtaken']),
  cause: z.string().meta({ description: 'Why it failed or was skipped; otherwise empty.' }),
  reason: z
    .enum(FAILED_REASONS)
    .optional()
    .meta({ description: 'The kind of failure, if it failed or was skipped.' }),
  took_ms: z.number(),
  ignored: z
    .array(z.string())
    .optional()
    .meta({ description: 'The parts of the scope that it could not respect.' }),
});

/** The outcomes of all slots in a search, with times rounded to a tenth of a millisecond. */
export function toSlots(trail: readonly Attempt[]): z.infer<typeof slotSchema>[] {
  return trail.map(({ slot, status, cause, reason, tookMs, ignored }) => ({
    search_engine: searchEngineOf(slot),
    status,
    cause,
    ...(reason !== undefined && { reason }),
    took_ms: roundMs(tookMs),
    ...(ignored !== undefined && { ignored: [...ignored] }),
  }));
}
