import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { parseBoundedJson } from '@sayso/text/bounded-json.ts';
import { toSnippet } from '@sayso/text/text.ts';
import { z } from 'zod';
import type { Exchange } from '../../core/question.ts';

const PREFIX = 'resp_';
/** Between such an id and the id of the stream that is kept for it, if there is one. */
export const KEPT_MARK = '.';
/** How long a conversation can be continued from its id, in milliseconds. */
const LIFETIME_MS = 24 * 3_600_000;
const MAX_EXCHANGES = 5;
/** Questions and answers are cut to this, in characters: prompts use no more. */
const MAX_QUESTION_CHARS = 400;
const MAX_ANSWER_CHARS = 1000;
/** The largest conversation, in bytes of JSON: 7,000 characters of up to 6 bytes, and the time. */
const MAX_BYTES = 50_000;
/** Deflate shortens most conversations; base64 lengthens what remains. */
const MAX_ID_CHARS = 70_000;
/** 144 bits, which are 24 whole characters of base64url. */
const SIGNATURE_BYTES = 18;
const SIGNATURE_CHARS = 24;
const PURPOSE = 'sayso conversations';

/** Makes the ids of equal conversations differ, because programs use an id as a key. */
const NONCE_BYTES = 9;

/** Question, answer and, if it has one, the id of the answer. */
const exchange = z.tuple([z.string(), z.string()], z.string());
const sealed = z.tuple([z.int(), z.array(exchange).max(MAX_EXCHANGES), z.string()]);

/**
 * An id that contains the conversation itself: its last five exchanges, shortened, and the time until which the
 * conversation can be continued; all of this is compressed and signed (HMAC-SHA-256, 144 bits). It is not
 * encrypted: whoever has an id already knows the conversation. Nothing is stored.
 */
export function sealConversation(
  history: readonly Exchange[],
  secret: string,
  nowMs: number = Date.now(),
): string {
  const exchanges = history
    .slice(-MAX_EXCHANGES)
    .map(({ question, answer, answerId }) => [
      toSnippet(question, MAX_QUESTION_CHARS),
      toSnippet(answer, MAX_ANSWER_CHARS),
      ...(answerId === undefined ? [] : [answerId]),
    ]);
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const until = Math.ceil((nowMs + LIFETIME_MS) / 1000);
  const payload = deflateRawSync(JSON.stringify([until, exchanges, nonce])).toString('base64url');
  return `${PREFIX}${sign(payload, secret)}${payload}`;
}

/** The conversation in an id; null if the id is not from this service, or is too old. */
export function openConversation(
  given: string,
  secret: string,
  nowMs: number = Date.now(),
): readonly Exchange[] | null {
  const [id = ''] = given.split(KEPT_MARK, 1);
  if (!id.startsWith(PREFIX) || id.length > MAX_ID_CHARS) return null;
  const payload = id.slice(PREFIX.length + SIGNATURE_CHARS);
  const signature = Buffer.from(id.slice(PREFIX.length, PREFIX.length + SIGNATURE_CHARS));
  const expected = Buffer.from(sign(payload, secret));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return null;
  const read = readPayload(payload);
  if (read === null || read[0] * 1000 <= nowMs) return null;
  return read[1].map(([question, answer, answerId]) => ({
    question,
    answer,
    ...(answerId && { answerId }),
  }));
}

function sign(payload: string, secret: string): string {
  return createHmac('sha256', `${PURPOSE}\n${secret}`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url');
}

/** Only for payloads whose signature is valid. */
function readPayload(payload: string): z.infer<typeof sealed> | null {
  try {
    const bytes = inflateRawSync(Buffer.from(payload, 'base64url'), { maxOutputLength: MAX_BYTES });
    return sealed.parse(parseBoundedJson(bytes.toString('utf8')));
  } catch {
    return null;
  }
}
