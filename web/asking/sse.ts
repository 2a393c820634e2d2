/** One event of a `text/event-stream`: its name, and its data as text. */
export type ServerEvent = { readonly event: string; readonly data: string };

/**
 * A parser for `text/event-stream` as the HTML standard defines it (9.2.6), for decoded text cut anywhere.
 * `push` returns the events completed by the text; an incomplete event at the end of a stream is dropped, as
 * in the standard. `id` and `retry` are ignored, because the page never reconnects by itself.
 */
export function createEventParser(): { push(text: string): ServerEvent[] } {
  let rest = '';
  let started = false;
  let event = '';
  let data: string[] = [];

  function takeLine(line: string): ServerEvent | null {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    return null;
  }

  function dispatch(): ServerEvent | null {
    const whole = data.length > 0 ? { event: event || 'message', data: data.join('\n') } : null;
    event = '';
    data = [];
    return whole;
  }

  return {
    push(text) {
      rest += text;
      if (!started && rest !== '') {
        started = true;
        rest = rest.replace(/^\uFEFF/, '');
      }
      // A carriage return at the very end may be half of a CRLF, so it is held back until the next piece
      // arrives.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? '';
      return lines.map(takeLine).filter((whole) => whole !== null);
    },
  };
}

/** The events of a response body as they arrive. Throws the body's error if the connection breaks. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const parser = createEventParser();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (true) {
      const chunk = await reader.read();
      if (chunk.done) return;
      yield* parser.push(decoder.decode(chunk.value, { stream: true }));
    }
  } finally {
    // Without this, a caller who stops early would leave the answer running.
    await reader.cancel().catch(() => undefined);
  }
}
