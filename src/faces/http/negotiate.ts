import Negotiator from 'negotiator';

/** The forms an answer can be sent in. */
export type Form = 'json' | 'event-stream';

const JSON_RANGES: ReadonlySet<string> = new Set(['application/json', 'application/*', '*/*']);

/**
 * The form an `Accept` field asks for. JSON whenever the field is absent or admits it at any weight above 0, since many
 * clients send long lists that end in a wildcard; another form only where it admits no JSON. What nobody offers is
 * answered in JSON (RFC 9110, 12.5.1 allows it).
 */
export function formOf(accept: string | undefined): Form {
  // Media types are case-insensitive (RFC 9110, 8.3.1); Negotiator gives them back as they came.
  const ranges = new Negotiator({ headers: { accept: accept?.toLowerCase() } }).mediaTypes();
  if (ranges.some((range) => JSON_RANGES.has(range))) return 'json';
  return ranges.some((range) => range === 'text/event-stream' || range === 'text/*')
    ? 'event-stream'
    : 'json';
}
