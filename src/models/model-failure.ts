import { Failure, type Fault, faultWords } from '../core/failure.ts';
import { networkRemedy, toUpstreamError } from '../net/upstream-error.ts';
import { type ModelError, readModelError } from './model-error.ts';
import { UNKNOWN_MODEL } from './model-name.ts';
import { STREAM_FAULTS, StreamFault } from './stream-fault.ts';

/** Prefix of the settings of the first model, or of the fallback model. */
export type SettingsPrefix = 'MODEL_' | 'MODEL_FALLBACK_';

const KEY_REFUSED: Fault = {
  cause: 'refused: the key was not accepted',
  remedy: 'set MODEL_API_KEY to a key that its API accepts',
};
const NO_CREDIT: Fault = { cause: 'refused: the account of its API has no credit left' };
const TIMED_OUT: Fault = { cause: 'took too long: its API gave up' };
const REDIRECTED: Fault = {
  cause: 'cannot be asked: the server redirects',
  remedy: 'set MODEL_BASE_URL to the address of its API',
};
const FAILED: Fault = { cause: 'failed', remedy: 'check the log of its server' };
const CHECK_ALL = 'check MODEL_PROVIDER, MODEL_BASE_URL and MODEL_NAME';

/** What an API's own code means; it says more than the status. */
const BY_API_CODE: readonly (readonly [RegExp, Fault])[] = [
  [/quota|credit|billing/, NO_CREDIT],
  [/context_length/, { cause: 'has too little context for the sources', remedy: 'lower CONTEXT_TOKENS' }],
  [
    /out_of_memory/,
    {
      cause: 'does not fit into the memory of its server',
      remedy: 'set MODEL_NAME to a smaller model, give its server more memory, or lower CONTEXT_TOKENS',
    },
  ],
  [/API_KEY_INVALID/, KEY_REFUSED],
];

const BY_STATUS: Readonly<Record<number, Fault>> = {
  401: KEY_REFUSED,
  402: NO_CREDIT,
  403: KEY_REFUSED,
  404: {
    cause: 'was not found',
    remedy: 'set MODEL_NAME to a model that its API has, or correct MODEL_BASE_URL',
  },
  408: TIMED_OUT,
  413: { cause: 'refused the request as too large', remedy: 'lower CONTEXT_TOKENS' },
  504: TIMED_OUT,
};

const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/**
 * Why there is no answer and what to do about it, in words that follow the name of the model. They contain
 * neither the prompt, the key nor text from the upstream. `prefix` is that of the settings to check.
 */
export function toModelFault(error: unknown, prefix: SettingsPrefix): Fault {
  const fault: Fault =
    error instanceof StreamFault ? STREAM_FAULTS[error.fault] : faultOf(readModelError(error), error);
  return fault.remedy === undefined ? fault : { ...fault, remedy: fault.remedy.replaceAll('MODEL_', prefix) };
}

/**
 * The failure for the person who asked and for the operator, with the setting to check. Its cause is an error
 * that may be logged: the SDK's own errors contain the prompt, the key and text from the upstream, so logging
 * one would reveal the question (measured).
 */
export function toModelFailure(
  error: unknown,
  modelName: string,
  prefix: SettingsPrefix = 'MODEL_',
): Failure {
  if (error instanceof Failure) return error;
  const facts = readModelError(error);
  const { retryAfterMs, origin } = facts;
  return new Failure(
    'model-unavailable',
    `${subjectOf(modelName)} ${faultWords(toModelFault(error, prefix))}.`,
    {
      cause: withoutContent(error, facts),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      ...(origin !== '' && { address: origin }),
    },
  );
}

/** The model exceeded its time limit. */
export function toTimeoutFailure(modelName: string, timeoutMs: number): Failure {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new Failure('model-unavailable', `${subjectOf(modelName)} did not finish within ${seconds} s.`);
}

/** The model as the subject of a sentence. */
export function subjectOf(modelName: string): string {
  const isKnown = modelName !== '' && modelName !== UNKNOWN_MODEL;
  return isKnown ? `The language model ${modelName}` : 'The language model';
}

function faultOf(facts: ModelError, error: unknown): Fault {
  const { status, networkCode } = facts;
  if (status !== undefined) {
    const { cause, ...remedy } = faultOfStatus(status, facts);
    return { cause: `${cause} (status ${status})`, ...remedy };
  }
  if (networkCode === '') return { cause: 'failed', remedy: CHECK_ALL };
  const { message } = toUpstreamError(error);
  const remedy = networkRemedy(message, 'MODEL_BASE_URL');
  const isLost = CONNECTION_LOST.has(networkCode);
  return {
    cause: isLost ? 'lost the connection before its answer was complete' : `cannot be reached, ${message}`,
    remedy,
  };
}

function faultOfStatus(status: number, { apiCode, retryAfterMs }: ModelError): Fault {
  const fault = BY_API_CODE.find(([code]) => code.test(apiCode))?.[1] ?? BY_STATUS[status];
  if (fault !== undefined) return fault;
  if (status < 400) return REDIRECTED;
  if (status === 429) return tooManyRequests(retryAfterMs);
  return status >= 500 ? FAILED : { cause: 'refused the request', remedy: CHECK_ALL };
}

function tooManyRequests(retryAfterMs: number | undefined): Fault {
  const cause = 'has had too many requests';
  if (retryAfterMs === undefined) return { cause, remedy: 'wait, or raise the limit of its plan' };
  return { cause, remedy: `try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s` };
}

function withoutContent(error: unknown, { status, networkCode }: ModelError): Error {
  const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown';
  const fault = error instanceof StreamFault ? error.fault : '';
  return new Error([name, fault, status ?? '', networkCode].filter((part) => part !== '').join(' '));
}
