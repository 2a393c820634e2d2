import type { PlainFetch } from '../net/http-client.ts';

/** The limit for replies that are not streams. A list of models is far smaller. */
const MAX_BODY_BYTES = 1_048_576;
/** The limit for errors: a sentence or a page, parsed as a whole, many at the same time. */
const MAX_ERROR_BYTES = 65_536;

/**
 * Wraps `fetch` so that every body other than an event stream is cut off after a million bytes, and the body
 * of an error after 64 kB. The SDK reads error bodies, and pages without any event, without a limit: a host
 * that kept sending cost 500 MB in a second (measured). The size of event streams is limited where they are
 * read.
 */
export function withBoundedBodies(fetch: PlainFetch): PlainFetch {
  return async (url, request) => {
    const reply = await fetch(url, request);
    const { ok, status, headers, body } = reply;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (body === null || (ok && isStream)) return reply;
    const cut = cutAfter(ok ? MAX_BODY_BYTES : MAX_ERROR_BYTES);
    return { ok, status, headers, body: body.pipeThrough(cut) };
  };
}

/** Passes on at most `maxBytes` and then ends, which cancels its source. */
function cutAfter(maxBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytesLeft = maxBytes;
  return new TransformStream({
    transform(bytes, controller) {
      controller.enqueue(bytes.subarray(0, bytesLeft));
      bytesLeft -= bytes.length;
      if (bytesLeft <= 0) controller.terminate();
    },
  });
}
