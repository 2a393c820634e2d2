import type { FastifyRequest } from 'fastify';
import type { ParseError } from 'jsonc-parser';
import { Failure } from '../../core/failure.ts';
import { JsonTooLarge, parseBoundedJson } from '../../lib/text/bounded-json.ts';
import type { App } from './protocol.ts';

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: true };

/** In a longer body, searching for the mistake would block the event loop for 0.2 s. */
const MAX_SEARCHED_CHARS = 65_536;

/** The beginning of the message about a body that is not JSON. */
export const NOT_JSON = 'The body is not valid JSON';

/**
 * Makes the server read JSON bodies: any JSON media type is accepted, and an empty body counts as none. An
 * error gives the position of the mistake without repeating the text. Other media types are refused with 415
 * unless the body is empty.
 */
export function readJsonBodies(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      refuseEncoding(request);
      refuseCharset(request);
      return parseJson(body);
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => {
    if (body.length === 0) return undefined;
    throw new Failure(
      'unsupported-media-type',
      'The body must be JSON: send it with `Content-Type: application/json`.',
    );
  });
}

/**
 * Makes a protocol read every body as JSON, whatever media type it names: Ollama's own server does, and its
 * documentation has `curl -d` without a media type, which sends one of forms.
 */
export function readEveryBodyAsJson(app: App): void {
  app.removeContentTypeParser('*');
  app.addContentTypeParser('*', { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    refuseEncoding(request);
    return parseJson(body);
  });
}

/** JSON is UTF-8 (RFC 8259, 8.1); text in another character set would be misread without an error. */
function refuseCharset({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(boundedField(headers['content-type'] ?? ''))?.[1];
  if (charset !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new Failure('unsupported-media-type', 'The body must be in UTF-8: leave out `charset`.');
}

/** A compressed body would be read as plain text. */
function refuseEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Failure(
      'unsupported-media-type',
      'The body must not be compressed: leave out `Content-Encoding`.',
    );
}

/**
 * Parses a body. A leading byte order mark is ignored (RFC 8259, 8.1).
 * @throws Failure `invalid-question` with line and column of the first mistake
 */
export async function parseJson(given: string): Promise<unknown> {
  const body = given.startsWith('\ufeff') ? given.slice(1) : given;
  if (body.trim() === '') return undefined;
  try {
    return parseBoundedJson(body);
  } catch (error) {
    if (error instanceof JsonTooLarge)
      throw new Failure('invalid-question', `The body has ${error.limit}, which is the limit for JSON.`);
    throw new Failure('invalid-question', `${NOT_JSON}: ${await whereItBreaks(body)}.`);
  }
}

const SOMEWHERE = 'it breaks somewhere';

/**
 * Line and column of the first mistake. V8's own message gives no position for most mistakes and repeats the
 * body.
 */
async function whereItBreaks(body: string): Promise<string> {
  if (body.length > MAX_SEARCHED_CHARS) return SOMEWHERE;
  const { parse, printParseErrorCode } = await import('jsonc-parser');
  const first = firstMistake(body, parse);
  if (first === undefined) return SOMEWHERE;
  const before = body.slice(0, first.offset).split('\n');
  const words = printParseErrorCode(first.error)
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();
  return `it breaks at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1} (${words})`;
}

/** Undefined if brackets are nested so deeply that the parser, which is recursive, overflows the stack. */
function firstMistake(body: string, parse: typeof import('jsonc-parser').parse): ParseError | undefined {
  const mistakes: ParseError[] = [];
  try {
    parse(body, mistakes, STRICT);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return mistakes[0];
}

/**
 * The part of a list in a header field that is read, in characters; the longest lists that browsers send have
 * about 200.
 */
const MAX_CHARS = 1024;

/**
 * A header field that contains a list, cut off after the last complete item within the limit: parsers of such
 * lists take more time than their length suggests, and some lists are read before the key is checked.
 */
export function boundedField(field: string): string {
  if (field.length <= MAX_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_CHARS)));
}
