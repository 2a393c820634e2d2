import type { Timing } from '../../core/events.ts';
import type { Collected } from '../../core/run.ts';
import { roundMs } from './round-ms.ts';

/** The steps of an answer, which add up to its total, in the order of the header. */
const STEPS = ['search', 'read', 'select', 'write', 'check', 'render'] as const;

/** The times of an answer in the fields of the event `timing`, in milliseconds. */
export function toTimingData(timing: Timing): Readonly<Record<string, number | null>> {
  const { firstTextMs, totalMs } = timing;
  const steps = STEPS.map((step) => [`${step}_ms`, roundMs(timing[`${step}Ms`])]);
  return {
    ...Object.fromEntries(steps),
    first_text_ms: firstTextMs === null ? null : roundMs(firstTextMs),
    total_ms: roundMs(totalMs),
  };
}

/**
 * The times of an answer as a `Server-Timing` field (W3C Server Timing). `first-text` is a point in time, not
 * a step. The field of a deep answer also has the number and the tokens of its model calls.
 */
export function toServerTiming(timing: Timing, usage: Collected['usage']): string {
  const { firstTextMs, totalMs } = timing;
  const toEntry = (name: string, ms: number) => `${name};dur=${ms.toFixed(1)}`;
  const entries = [...STEPS.map((step) => toEntry(step, timing[`${step}Ms`])), toEntry('total', totalMs)];
  if (firstTextMs !== null) entries.push(toEntry('first-text', firstTextMs));
  if (usage?.depth === 'deep')
    entries.push(`model-calls;desc="${usage.calls}"`, `model-tokens;desc="${usage.tokens}"`);
  return entries.join(', ');
}
