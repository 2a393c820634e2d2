import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Responses = Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
/** The part of an OpenAPI document that replies are checked against. */
type ApiDocument = {
  readonly paths: Record<string, Record<string, { readonly responses: Responses }>>;
  readonly components: { readonly schemas: Record<string, object> };
};

export type Reply = { readonly status: number; readonly type: string; readonly body: string };

/** Status codes for errors of the caller or of an upstream; 500 is an error in Sayso. */
const OUR_FAULT = 500;

/** Creates the check of replies against a document; the check returns the mistake in words, or null. */
export function createReplyCheck(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false });
  const checks = new Map<string, ValidateFunction>();

  function checkOf(path: string, method: string, status: number): ValidateFunction | null {
    const schema =
      document.paths[path]?.[method.toLowerCase()]?.responses[status]?.content?.['application/json']?.schema;
    if (schema === undefined) return null;
    const key = `${method} ${path} ${status}`;
    const known = checks.get(key) ?? ajv.compile({ ...schema, components: document.components });
    checks.set(key, known);
    return known;
  }

  return function whatIsWrong(method: string, path: string, { status, type, body }: Reply): string | null {
    if (status === OUR_FAULT) return `500: ${body}`;
    if (method === 'HEAD') return body === '' ? null : 'a reply to HEAD has a body';
    if (status === 204 || status === 304) return body === '' ? null : `${status} has a body`;
    if (!type.startsWith('application/json')) return status < 400 || body !== '' ? null : 'an empty error';
    const parsed = parse(body);
    if (parsed === undefined) return `not JSON: ${body.slice(0, 200)}`;
    const check = checkOf(path, method, status);
    if (check !== null) return check(parsed) ? null : JSON.stringify(check.errors);
    const isProblem = typeof parsed === 'object' && parsed !== null && 'error' in parsed;
    return status < 400 || isProblem ? null : `an error without words: ${body.slice(0, 200)}`;
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
