/** Every way a request can fail. A face maps each code to its own status, and the compiler insists on all of them. */
export type FailureCode =
  | 'invalid-question'
  | 'unauthorized'
  | 'unasked'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'unsupported-media-type'
  | 'too-large'
  | 'headers-too-large'
  | 'request-timeout'
  | 'rate-limited'
  | 'cancelled'
  | 'search-unavailable'
  | 'model-unavailable'
  | 'overloaded'
  | 'stopping'
  | 'deadline-exceeded'
  | 'misconfigured'
  | 'internal';

/** What a failure may hold beside its message. */
export type FailureDetails = { readonly cause?: unknown; readonly retryAfterMs?: number };

/**
 * The one error class of the house. `message` is written for the person who asked and holds no secret and no
 * upstream body; `cause` is for the log alone.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  /** When it is worth trying again, in milliseconds; undefined when nobody knows. */
  readonly retryAfterMs: number | undefined;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Whatever was thrown, as a Failure: a Failure stays itself, an abort becomes its reason, the rest is `internal`. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  return new Failure('internal', 'Something went wrong inside the service.', { cause: thrown });
}
