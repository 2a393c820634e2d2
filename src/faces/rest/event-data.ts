import type { AnswerEvent, Timing } from '../../core/events.ts';
import type { Answer } from '../../core/terms.ts';
import { withoutAddresses } from '../../core/without-addresses.ts';
import { iconAddress } from '../http/icon-address.ts';

/** The events that callers get; the others are for the log and for wrappers. */
export type ToldEvent = Exclude<AnswerEvent, { type: 'write-failure' | 'gather-end' }>;

/** True for an event that callers get. */
export function isTold(event: AnswerEvent): event is ToldEvent {
  return event.type !== 'write-failure' && event.type !== 'gather-end';
}

/**
 * The content of `data:` for an event, as in the table of `docs/api.md`. `toBody` makes the body of the
 * contract.
 */
export function toEventData(event: ToldEvent, toBody: (answer: Answer) => unknown): unknown {
  switch (event.type) {
    case 'search-end':
      return {
        search_engine: event.engine,
        ...(event.query === undefined ? {} : { query: event.query }),
        slots: event.trail.map(({ engine, status, cause, tookMs }) => ({
          search_engine: engine,
          status,
          cause: withoutAddresses(cause),
          took_ms: round(tookMs),
        })),
      };
    case 'page-read':
      return { url: event.url, took_ms: round(event.tookMs) };
    case 'page-skip':
      return { url: event.url, reason: event.reason, took_ms: round(event.tookMs) };
    case 'sources':
      return {
        sources: event.sources.map(({ index, title, url, snippet, engine }) => ({
          ...{ index, title, url, snippet },
          icon: iconAddress(url),
          ...(engine !== undefined && { search_engine: engine }),
        })),
        language: event.language,
      };
    case 'answer-delta':
      return { text: event.text };
    case 'answer-block':
      return { index: event.index, html: event.html };
    case 'sentence':
      return { index: event.index, text: event.text };
    case 'support':
      return { citations: event.citations.map(({ index, quote }) => ({ index, quote })) };
    case 'timing':
      return toTimingData(event.timing);
    case 'answer-end':
      return toBody(event.answer);
  }
}

function toTimingData(timing: Timing): Readonly<Record<string, number | null>> {
  return {
    search_ms: round(timing.searchMs),
    read_ms: round(timing.readMs),
    select_ms: round(timing.selectMs),
    write_ms: round(timing.writeMs),
    check_ms: round(timing.checkMs),
    render_ms: round(timing.renderMs),
    first_text_ms: timing.firstTextMs === null ? null : round(timing.firstTextMs),
    total_ms: round(timing.totalMs),
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
