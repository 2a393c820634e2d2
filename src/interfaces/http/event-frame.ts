/**
 * One event of an event stream (WHATWG HTML, 9.2), with its data as JSON. JSON has line breaks only as
 * escapes, so one `data:` line is always enough.
 * @param name the fields `id` and `event`; neither is written if absent
 */
export function toEventFrame(data: unknown, { id, event }: { id?: number; event?: string } = {}): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  const eventLine = event === undefined ? '' : `event: ${event}\n`;
  return `${idLine}${eventLine}data: ${JSON.stringify(data)}\n\n`;
}

/** The end of a stream in OpenAI's interfaces, and in those modelled on them. */
export const DONE_FRAME = 'data: [DONE]\n\n';
