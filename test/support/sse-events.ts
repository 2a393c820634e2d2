/** One event of a stream: its name, empty if it has none, and its data. */
type SseEvent = { readonly event: string; readonly data: string };

/** The events of a whole stream (WHATWG HTML, 9.2.6); comments are kept as events without data. */
export function toSseEvents(stream: string): readonly SseEvent[] {
  return stream
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const lines = block.split('\n');
      const of = (field: string) =>
        lines
          .filter((line) => line.startsWith(`${field}: `))
          .map((line) => line.slice(field.length + 2))
          .join('\n');
      return { event: of('event'), data: of('data') };
    });
}
