import { parseBoundedJson } from '../../lib/text/bounded-json.ts';
import { StreamFault } from '../stream-fault.ts';

/** The event after the last chunk. */
export const DONE = '[DONE]';
/** A chunk has a few hundred characters, and in nearly every reply it is on one line. */
const MAX_EVENT_CHARS = 1_048_576;

/**
 * Collects the data of one event. The lines of an event are joined with line feeds, and an empty line ends it
 * (WHATWG HTML, 9.2.6). A line that is complete by itself is returned at once, because some servers put only
 * a single line break between events. An event that was cut off at the end of the body is dropped.
 */
export function createEventData() {
  let pending: string | null = null;
  return {
    /** True inside an event. */
    get isOpen() {
      return pending !== null;
    },
    /** The chunk of the event that ends here; null if the event has already been returned. */
    end(): { readonly chunk: unknown } | null {
      const data = pending;
      pending = null;
      return data === null ? null : { chunk: parse(data) };
    },
    /**
     * Adds a line. Returns the chunk if this line is complete by itself, or if it completes the last event.
     */
    add(line: string, isLast: boolean): { readonly chunk: unknown } | null {
      const isFirst = pending === null;
      pending = isFirst ? line : `${pending}\n${line}`;
      if (pending.length > MAX_EVENT_CHARS) throw new StreamFault('garbage');
      const chunk = isFirst || isLast ? parse(pending) : undefined;
      if (chunk === undefined) return null;
      pending = null;
      return { chunk };
    },
  };
}

function parse(data: string): unknown {
  if (data === DONE) return DONE;
  try {
    return parseBoundedJson(data);
  } catch {
    return undefined;
  }
}
