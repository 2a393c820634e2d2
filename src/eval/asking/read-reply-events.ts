import type { ApiReply } from '../../net/plain-fetch.ts';

/** One event of a stream. */
export type ReplyEvent = { readonly event: string; readonly data: string };

/** A longer event is not an answer. */
const MAX_EVENT_CHARS = 4_194_304;

/**
 * The events of a reply (WHATWG HTML, 9.2.6). Leaving the loop ends the reply.
 * @throws Error for an event of more than 4 million characters
 */
export async function* readReplyEvents(body: ApiReply['body']): AsyncGenerator<ReplyEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body ?? []) {
    rest += decoder.decode(bytes, { stream: true }).replaceAll('\r\n', '\n');
    if (!rest.includes('\n\n')) {
      if (rest.length > MAX_EVENT_CHARS) throw new Error('An event is too long.');
      continue;
    }
    const whole = rest.split('\n\n');
    rest = whole.pop() ?? '';
    for (const block of whole) {
      const lines = block.split('\n');
      const valuesOf = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}:`) ? line.slice(name.length + 1).trimStart() : []));
      const data = valuesOf('data');
      if (data.length > 0) yield { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
    }
  }
}
