import Negotiator from 'negotiator';
import { boundedField } from '../http/header-fields.ts';

/** The forms of an answer other than JSON, in order of preference. */
export const OTHER_FORMS = [
  'text/event-stream',
  'text/plain',
  'text/markdown',
  'text/html',
  'application/ssml+xml',
] as const;

/** The forms in which an answer can be sent. */
export type Form = 'application/json' | (typeof OTHER_FORMS)[number];

/** Parameters other than `q`; the forms above have none, and `charset=utf-8` must not prevent a match. */
const PARAMETERS = /;\s*(?!q\s*=)[^;,]*/g;
const JSON_ONLY = ['application/json'];
/** Most programs send this value, which needs no negotiation. */
const PLAIN: ReadonlySet<string> = new Set(['', '*/*', 'application/json']);

/**
 * The form that an `Accept` field asks for; null if it accepts none that is available. JSON if the field is
 * absent or accepts it with any weight above 0, because many clients send long lists that end in a wildcard.
 * Another form is chosen only if the field does not accept JSON.
 */
export function formOf(accept: string | undefined): Form | null {
  if (accept === undefined || PLAIN.has(accept.trim())) return 'application/json';
  // Media types are case-insensitive (RFC 9110, 8.3.1), but Negotiator returns them unchanged.
  const field = boundedField(accept).toLowerCase().replace(PARAMETERS, '');
  const negotiator = new Negotiator({ headers: { accept: field } });
  if (negotiator.mediaTypes(JSON_ONLY).length > 0) return 'application/json';
  const [best] = negotiator.mediaTypes([...OTHER_FORMS]);
  return OTHER_FORMS.find((form) => form === best) ?? null;
}
