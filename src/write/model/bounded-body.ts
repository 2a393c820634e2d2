/** The limit for replies that are not streams. A list of models is far smaller. */
const MAX_BODY_BYTES = 1_048_576;
/**
 * The limit for errors, which are a sentence or a page. They are parsed as a whole, and many may arrive at
 * the same time.
 */
const MAX_ERROR_BYTES = 65_536;

/**
 * Wraps `fetch` so that every body other than an event stream is cut off after a million bytes, and the body
 * of an error after 64 kB. The SDK reads error bodies, and pages without any event, without a limit: a host
 * that kept sending cost 500 MB in a second (measured). The size of event streams is limited where they are
 * read.
 */
export function withBoundedBodies(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (response.body === null || (response.ok && isStream)) return response;
    const { status, statusText, headers } = response;
    const cut = cutAfter(response.ok ? MAX_BODY_BYTES : MAX_ERROR_BYTES);
    return new Response(response.body.pipeThrough(cut), { status, statusText, headers });
  };
}

/** Passes on at most `maxBytes` and then ends, which cancels its source. */
function cutAfter(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let left = maxBytes;
  return new TransformStream({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) controller.terminate();
    },
  });
}
