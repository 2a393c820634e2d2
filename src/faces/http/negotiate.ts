import Negotiator from 'negotiator';
import { boundedField } from './bounded-field.ts';

/** The forms of an answer beside JSON, the one to prefer first. */
export const OTHER_FORMS = [
  'text/event-stream',
  'text/plain',
  'text/markdown',
  'text/html',
  'application/ssml+xml',
] as const;

/** The forms an answer can be sent in. */
export type Form = 'application/json' | (typeof OTHER_FORMS)[number];

/** Parameters other than the weight; the forms have none, and `charset=utf-8` shall not keep them apart. */
const PARAMETERS = /;\s*(?!q\s*=)[^;,]*/g;
const JSON_ONLY = ['application/json'];

/**
 * The form an `Accept` field asks for; null where it admits none that is on offer. JSON whenever the field is absent or
 * admits it at any weight above 0, since many clients send long lists that end in a wildcard; another form only where it
 * admits no JSON.
 */
export function formOf(accept: string | undefined): Form | null {
  if (accept === undefined || accept.trim() === '') return 'application/json';
  // Media types are case-insensitive (RFC 9110, 8.3.1); Negotiator gives them back as they came.
  const field = boundedField(accept).toLowerCase().replace(PARAMETERS, '');
  const negotiator = new Negotiator({ headers: { accept: field } });
  if (negotiator.mediaTypes(JSON_ONLY).length > 0) return 'application/json';
  const [best] = negotiator.mediaTypes([...OTHER_FORMS]);
  return OTHER_FORMS.find((form) => form === best) ?? null;
}
