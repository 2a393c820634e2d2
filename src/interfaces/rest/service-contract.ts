import { z } from 'zod';
import { searchEngine } from './contract.ts';

/** Response of `GET /api/health`. */
export const healthResponse = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    llm_configured: z.boolean(),
    search_primary_url: z.string(),
    search_secondary_url: z.string(),
  })
  .meta({ id: 'Health', description: 'The service is up.' });

/** Response of `GET /livez`. */
export const liveResponse = z
  .object({ status: z.literal('ok') })
  .meta({ id: 'Live', description: 'The process serves requests.' });

const slotStatus = z.object({
  search_engine: searchEngine,
  name: z
    .string()
    .meta({ description: 'Slot and kind; if keys are configured, also its URL without secrets.' }),
  state: z.enum(['closed', 'open', 'half-open']).meta({
    description:
      'State of its breaker: called as usual, suspended after failures, or to be tried again by ' +
      'the next question.',
  }),
  rest_ms: z
    .int()
    .min(0)
    .meta({ description: 'How long it remains suspended, in milliseconds; 0 unless open.' }),
  last_call: z
    .object({
      status: z.enum(['ok', 'empty', 'failed']),
      cause: z.string().meta({ description: 'Why it failed; empty if it did not.' }),
      ago_ms: z.int().min(0),
    })
    .nullable()
    .meta({ description: 'The outcome of its last search; null before the first one.' }),
});

const readinessDetails = {
  answers_alone: z.boolean().meta({ description: 'Whether a model may answer without sources.' }).optional(),
  slots: z.array(slotStatus).meta({ description: 'In the order in which they are called.' }).optional(),
} as const;

/** Response of `GET /readyz`; the optional fields come with `?verbose`. */
export const readyResponse = z
  .object({ status: z.literal('ready'), ...readinessDetails })
  .meta({ id: 'Ready', description: 'A question can be answered.' });

/** Body of a 503 of `GET /readyz`. */
export const notReadyResponse = z
  .object({ error: z.string(), status: z.literal('not-ready').optional(), ...readinessDetails })
  .meta({
    id: 'NotReady',
    description:
      'No question can be answered: every slot is suspended and no model may answer alone, the ' +
      'process is short of CPU time or memory, or the service is stopping.',
  });
