/** Every way a request can fail. Each interface maps each code to a status; the compiler checks it. */
export type FailureCode =
  | 'invalid-question'
  | 'unauthorized'
  | 'unasked'
  | 'foreign-page'
  | 'not-allowed'
  | 'not-found'
  | 'method-not-allowed'
  | 'not-acceptable'
  | 'unsupported-media-type'
  | 'too-large'
  | 'headers-too-large'
  | 'request-timeout'
  | 'rate-limited'
  | 'budget-exceeded'
  | 'cancelled'
  | 'search-unavailable'
  | 'model-unavailable'
  | 'overloaded'
  | 'stopping'
  | 'deadline-exceeded'
  | 'misconfigured'
  | 'internal';

/** Optional details of a failure. */
type FailureDetails = {
  readonly cause?: unknown;
  readonly retryAfterMs?: number;
  /** Scheme, host and port of the server that failed, for the log. */
  readonly address?: string;
};

/** Sent by the thousand, if somebody floods the service: where they were thrown takes longer to find out than all else. */
const REFUSALS: ReadonlySet<FailureCode> = new Set([
  'unauthorized',
  'rate-limited',
  'budget-exceeded',
  'overloaded',
]);

/**
 * The only error that reaches an interface. `message` is written for the person who asked and contains no secrets,
 * no address of a server and no upstream body; `cause` and `address` are only for the log.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  /** How long to wait before trying again, in milliseconds; undefined when not known. */
  readonly retryAfterMs: number | undefined;
  readonly address: string | undefined;

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    const { stackTraceLimit } = Error;
    if (REFUSALS.has(code)) Error.stackTraceLimit = 0;
    super(message, { cause: details.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Failure';
    this.code = code;
    this.retryAfterMs = details.retryAfterMs;
    this.address = details.address;
  }
}

/** Converts anything thrown: a Failure stays, anything else becomes the cause of a Failure `internal`. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  return new Failure('internal', 'Something went wrong inside the service.', { cause: thrown });
}

/** The code of a Node error (`ENOENT`, `EADDRINUSE`), or `unknown error` for anything without one. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  EISDIR: 'is a folder',
};

/** Why a file cannot be read, after its name: "does not exist", or the code of a rarer error. */
export function whyUnreadable(error: unknown): string {
  const code = errorCode(error);
  return REASON_BY_CODE[code] ?? `cannot be read (${code})`;
}

/** Why something failed. It is put into words where it leaves the service, by one of the functions below. */
export type Fault = {
  /** In words that a self-hoster understands. Contains no secrets, addresses or text from an upstream. */
  readonly cause: string;
  /** What to do about it. */
  readonly remedy?: string;
  /** The address that the cause is about, without secrets. It may be internal, so only operators see it. */
  readonly address?: string;
};

/** The cause and the remedy, for anyone. */
export function faultWords({ cause, remedy }: Fault): string {
  return remedy === undefined ? cause : `${cause}: ${remedy}`;
}

/** The fault with its cause in the form for operators: with the address. */
export function withAddress<F extends Fault>(fault: F): F {
  const { cause, address } = fault;
  return address === undefined ? fault : { ...fault, cause: `${cause} (${address})` };
}
