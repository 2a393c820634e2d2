import { gatheredReads } from './gathered-reads.ts';
import { cancelLater, readToEnd } from './read-to-end.ts';
import { type Chunk, createTextDeltas } from './text-deltas.ts';

const MAX_EVENT_CHARS = 1_048_576;

/** The last event. The SDK waits for the connection to close instead, which some proxies keep open. */
const DONE = /^data: ?\[DONE\]\r?$/m;

/**
 * The event with the finish reason. Usage and `[DONE]` may follow, or nothing. Some servers send an empty
 * reason with every earlier event.
 */
const FINISHED = /"finish_reason": ?"(?!"|null")/;

/**
 * Wraps `fetch` so that the events of a streamed chat answer that arrive in one read are merged.
 *
 * The SDK checks every event against a schema and passes it through five streams: 1.3 ms for 200 events in
 * one read, 0.4 ms if they are merged first (measured). A server that is faster than its reader sends many
 * events at once; merging them loses nothing. Nothing is held back: an event that arrives alone is passed on
 * alone.
 */
export function withMergedDeltas(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (!response.ok || response.body === null || !isStream) return response;
    return new Response(mergeDeltas(response.body), { status: response.status, headers: response.headers });
  };
}

/**
 * Merges the events of each read. Fails on an event of more than a million characters, which no model sends.
 */
export function mergeDeltas(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const reads = gatheredReads(reader);
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  /**
   * The last character of `rest`, kept separately because looking it up there would copy the whole of an
   * event that arrives in many pieces.
   */
  let last = '';
  let giveUp: NodeJS.Timeout | undefined;
  async function pull(controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): Promise<void> {
    while (true) {
      const { done, value } = await reads.read().catch((error: unknown) => {
        reads.end();
        throw error;
      });
      if (done) break;
      const piece = decoder.decode(value, { stream: true });
      const mayEnd = endOfEvents(last + piece) > 0;
      last = piece.at(-1) ?? last;
      rest += piece;
      const end = mayEnd ? endOfEvents(rest) : 0;
      if (end > 0) {
        const events = rest.slice(0, end);
        controller.enqueue(encoder.encode(mergeEvents(events)));
        rest = rest.slice(end);
        if (!DONE.test(events)) {
          if (FINISHED.test(events)) giveUp ??= cancelLater(reader);
          return;
        }
        readToEnd(reader);
        rest = '';
        break;
      }
      if (rest.length > MAX_EVENT_CHARS) {
        reads.end();
        reader.cancel().catch(() => undefined);
        throw new Error('An event of the stream is too long.');
      }
    }
    clearTimeout(giveUp);
    reads.end();
    // An incomplete event is passed on, so that the reader notices that the stream was cut off.
    if (rest !== '') controller.enqueue(encoder.encode(rest));
    controller.close();
  }
  return new ReadableStream({
    pull,
    cancel(reason) {
      reads.end();
      return reader.cancel(reason);
    },
  });
}

/**
 * Where the last complete event ends. Text with carriage returns, which no known server sends, is passed on
 * as it is.
 */
function endOfEvents(text: string): number {
  if (text.includes('\r')) return text.length;
  const at = text.lastIndexOf('\n\n');
  return at < 0 ? 0 : at + 2;
}

function mergeEvents(text: string): string {
  if (text.indexOf('\n\n') >= text.length - 2 || text.includes('\r')) return text;
  const textDelta = createTextDeltas();
  let merged = '';
  let run: Chunk = null;
  let content = '';
  const endRun = () => {
    if (run?.choices?.[0]?.delta === undefined) return;
    run.choices[0].delta.content = content;
    merged += `data: ${JSON.stringify(run)}\n\n`;
    run = null;
    content = '';
  };
  for (const event of text.slice(0, -2).split('\n\n')) {
    const delta = textDelta(event);
    if (delta === null) {
      endRun();
      merged += `${event}\n\n`;
    } else {
      run ??= delta.chunk;
      content += delta.text;
    }
  }
  endRun();
  return merged;
}
