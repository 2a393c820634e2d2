import { JsonTooLarge, parseBoundedJson } from '@sayso/text/bounded-json.ts';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../core/failure.ts';
import type { App } from './interface.ts';

/** The beginning of the message about a body that is not JSON. */
export const NOT_JSON = 'The body is not valid JSON';
/** A longer body is not searched for its mistake: each of about 17 steps parses a part of it. */
const MAX_SEARCHED_CHARS = 100_000;

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

/** Makes an interface read every body as JSON, whatever its media type, as Ollama's server does. */
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
 * @throws Failure `invalid-question`, with line and column of the first mistake in all but long bodies; V8's own message is not sent,
 *   because it repeats the body
 */
export function parseJson(given: string): unknown {
  const body = given.startsWith('\ufeff') ? given.slice(1) : given;
  if (body.trim() === '') return undefined;
  try {
    return parseBoundedJson(body);
  } catch (error) {
    if (error instanceof JsonTooLarge)
      throw new Failure('invalid-question', `The body has ${error.limit}, which is the limit for JSON.`);
    if (body.length > MAX_SEARCHED_CHARS) throw new Failure('invalid-question', `${NOT_JSON}.`);
    const lines = body.slice(0, breakOf(body)).split('\n');
    const where = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
    throw new Failure('invalid-question', `${NOT_JSON}: it breaks at ${where}.`);
  }
}

/** The length of the longest beginning that could still become JSON. V8 gives a position only sometimes. */
function breakOf(text: string): number {
  let [valid, broken] = [0, text.length + 1];
  while (broken - valid > 1) {
    const middle = (valid + broken) >>> 1;
    if (mayGoOn(text.slice(0, middle))) valid = middle;
    else broken = middle;
  }
  return valid;
}

/** Whether a text is the beginning of JSON: V8 finds nothing wrong with it except that it ends. */
function mayGoOn(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    const [, at] = / at position (\d+)/.exec(String(error)) ?? [];
    return at === undefined ? /end of JSON input/.test(String(error)) : Number(at) >= start.length;
  }
}

/** How much longer a body with a conversation may be. At 512 KB, the costliest takes 40 ms to read. */
export const CONVERSATION_TIMES = 8;
/** Fastify's own limit, in bytes. */
const FALLBACK_BYTES = 1_048_576;

/**
 * The maximum size of a body that repeats the whole conversation, in bytes: eight times that of others. Chat
 * programs send every earlier message again, so they would soon reach the limit for a single question.
 */
export function conversationLimit(app: App): number {
  return CONVERSATION_TIMES * (app.initialConfig.bodyLimit ?? FALLBACK_BYTES);
}

/** The part of a list in a header that is read, in characters; browsers send about 200 at most. */
const MAX_CHARS = 1024;

/**
 * A header field that contains a list, cut off after the last complete item within the limit: parsers of such
 * lists take more time than their length suggests, and some lists are read before the key is checked.
 */
export function boundedField(field: string): string {
  if (field.length <= MAX_CHARS) return field;
  return field.slice(0, Math.max(0, field.lastIndexOf(',', MAX_CHARS)));
}
