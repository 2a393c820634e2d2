import { EventSourceParserStream } from 'eventsource-parser/stream';

/** One event of a `text/event-stream`: its name, and its data as text. */
export type ServerEvent = { readonly event: string; readonly data: string };

/**
 * The events of a response body as they arrive. An incomplete event at the end is dropped, as in the standard
 * (WHATWG HTML, 9.2.6). Throws the body's error if the connection breaks.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerEvent> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  // Safari has had iterators of streams only since 2025.
  const reader = events.getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield { event: value.event ?? 'message', data: value.data };
    }
  } finally {
    // Without this, a caller who stops early would leave the answer running.
    await reader.cancel().catch(() => undefined);
  }
}
