import { ownValue } from '@sayso/text/own-value.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { errorCode, Failure, type FailureCode } from '../../core/failure.ts';

/** The status of every failure; a code without a status does not compile. */
const statusOf: Readonly<Record<FailureCode, number>> = {
  'invalid-question': 400,
  unauthorized: 401,
  unasked: 403,
  'foreign-page': 403,
  'not-allowed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'request-timeout': 408,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'budget-exceeded': 429,
  'headers-too-large': 431,
  cancelled: 499,
  internal: 500,
  misconfigured: 500,
  'search-unavailable': 502,
  'model-unavailable': 502,
  overloaded: 503,
  stopping: 503,
  'deadline-exceeded': 504,
};

/** Errors that Fastify itself throws, with the code and the message of their failures. */
const fastifyFailures: Readonly<Record<string, readonly [FailureCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'too-large',
    'The body is larger than MAX_BODY_BYTES allows: leave out images and earlier messages, or begin a new ' +
      'conversation.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported-media-type',
    'The body must be JSON: send it with `Content-Type: application/json`.',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    'invalid-question',
    'The body is not as long as its Content-Length says.',
  ],
  FST_ERR_BAD_URL: ['invalid-question', 'The address is not a valid URL.'],
};

/** The code of Node's error about a stream that was destroyed before its end. */
const PREMATURE_CLOSE = 'ERR_STREAM_PREMATURE_CLOSE';

/** An error as it is sent over HTTP. */
export type Problem = {
  readonly status: number;
  readonly code: FailureCode;
  /** For the caller. */
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** The body of an error in the format of an interface. */
export type ErrorBody = (problem: Problem, request: FastifyRequest) => object;

/** The request in which a problem occurred. */
export type LoggedRequest = Pick<FastifyRequest, 'id' | 'log'>;

/** Handles errors of routes. */
export function problemHandler(
  bodyOf: ErrorBody = ({ message }) => ({ error: message }),
): (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (thrown, request, reply) => {
    const problem = reportedProblem(isLeft(thrown, reply) ? leftEarly(reply) : thrown, request);
    return reply.code(problem.status).headers(problem.headers).send(bodyOf(problem, request));
  };
}

/** True for the error of a streamed reply whose caller left before its first byte. */
function isLeft(thrown: unknown, { raw }: FastifyReply): boolean {
  return errorCode(thrown) === PREMATURE_CLOSE && raw.destroyed;
}

/** The failure of such a reply, whose type was that of the stream. */
function leftEarly(reply: FastifyReply): Failure {
  reply.removeHeader('content-type');
  return new Failure('cancelled', 'The caller left.');
}

/** Any thrown error as a problem. Unexpected ones have the request id, under which they are logged. */
export function reportedProblem(thrown: unknown, { id, log }: LoggedRequest): Problem {
  const failure = toHttpFailure(thrown);
  const { code } = failure;
  const status = statusOf[code];
  if (status !== 500) return { status, code, message: failure.message, headers: headersOf(failure) };
  log.error({ err: failure.cause ?? failure }, 'unforeseen error');
  const message = `Something went wrong inside the service. The request id is ${id}.`;
  return { status, code, message, headers: headersOf(failure) };
}

function toHttpFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (hasZodFastifySchemaValidationErrors(thrown))
    return new Failure('invalid-question', thrown.validation[0]?.message ?? 'The request is not valid.');
  if (isFastifyError(thrown)) {
    const failure = ownValue(fastifyFailures, thrown.code);
    if (failure !== undefined) return new Failure(...failure);
    if (thrown.statusCode !== undefined && thrown.statusCode >= 400 && thrown.statusCode < 500)
      return new Failure('invalid-question', 'The request is not valid.', { cause: thrown });
  }
  return new Failure('internal', 'Something went wrong inside the service.', { cause: thrown });
}

function headersOf({ code, retryAfterMs }: Failure): Record<string, string> {
  const headers: Record<string, string> = {};
  if (retryAfterMs !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
  if (code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="sayso"';
  return headers;
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string';
}
