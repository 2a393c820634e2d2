/** The forms that are requested in turn. */
export const FORMS = [
  'application/json',
  'text/plain',
  'text/html',
  'text/event-stream',
  'text/markdown',
  'application/ssml+xml',
] as const;

/** A reply as it arrived. */
export type Reply = { readonly status: number; readonly type: string; readonly body: string };

/**
 * Whether this is a whole answer in the requested form, or the 502 that gives the reason why there is none.
 */
export function isWellFormed({ status, type, body }: Reply, form: string): boolean {
  if (status === 502) return type.startsWith('application/json') && isText(fieldOf(body, 'error'));
  if (status !== 200 || !type.startsWith(form)) return false;
  switch (form) {
    case 'application/json':
      return isText(fieldOf(body, 'answer')) && isText(fieldOf(body, 'speakable_text'));
    case 'text/event-stream':
      return /\nevent: answer-end\ndata: \{.*\}\n\n$/.test(body);
    case 'text/html':
      return body.startsWith('<!doctype html>') && body.endsWith('</html>\n');
    case 'application/ssml+xml':
      return body.startsWith('<speak ') && body.endsWith('</speak>') && body.includes('<s>');
    default:
      return isText(body.trim());
  }
}

function fieldOf(body: string, field: string): unknown {
  try {
    return JSON.parse(body)[field];
  } catch {
    return undefined;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
