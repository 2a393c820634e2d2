import type { AnswerEvent } from '../../../core/events.ts';

/**
 * Whether there will be an answer once this event has come; a failure before it still gets its own status. A
 * search without results may end in one.
 */
export function isCertain(event: AnswerEvent): boolean {
  return event.type !== 'gather-end' && (event.type !== 'search-end' || event.engine !== 'none');
}
