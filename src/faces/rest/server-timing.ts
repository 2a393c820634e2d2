import type { Timing } from '../../core/events.ts';

/**
 * The time of each step as a `Server-Timing` field (W3C Server Timing): the steps add up to the total; the
 * first text is a mark.
 */
export function toServerTiming(timing: Timing): string {
  const entries = {
    search: timing.searchMs,
    read: timing.readMs,
    select: timing.selectMs,
    write: timing.writeMs,
    check: timing.checkMs,
    render: timing.renderMs,
    total: timing.totalMs,
    'first-text': timing.firstTextMs,
  };
  return Object.entries(entries)
    .filter(([, ms]) => ms !== null)
    .map(([name, ms]) => `${name};dur=${(ms ?? 0).toFixed(1)}`)
    .join(', ');
}
