import { Failure } from '../../core/failure.ts';
import { toUpstreamError } from '../../net/upstream-error.ts';
import { type ModelError, readModelError } from './model-error.ts';
import { UNKNOWN_MODEL } from './model-name.ts';
import { type Fault, StreamFault } from './stream-fault.ts';

const BY_FAULT: Readonly<Record<Fault, string>> = {
  cut: 'broke off before its answer was complete.',
  garbage: 'sent something that cannot be read.',
  foreign:
    'did not answer in the protocol of its API: check MODEL_BASE_URL, which usually ends in /v1, ' +
    'and MODEL_PROVIDER.',
  empty: 'wrote nothing.',
  'only-thinking': 'only thought and wrote no answer.',
  'no-room': 'used up its tokens before the first word of the answer: a larger context or token limit helps.',
  filtered: 'was not allowed to answer: its provider held the answer back.',
  'cut-by-limit': 'reached its token limit before its answer was complete.',
  'cut-by-filter': 'was stopped by its provider before its answer was complete.',
  endless: 'kept writing without end and was stopped.',
};

const CONNECTION_LOST: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Prefix of the settings of the first model, or of the fallback model. */
export type SettingsPrefix = 'MODEL_' | 'MODEL_FALLBACK_';

/**
 * Explains why there is no answer, for the person who asked and for the operator, with the setting to check.
 * Neither the message nor the cause contains the prompt, the key or text from the upstream: the SDK's own
 * errors contain all three, so logging one would reveal the question (measured).
 */
export function toModelFailure(
  error: unknown,
  modelName: string,
  prefix: SettingsPrefix = 'MODEL_',
): Failure {
  if (error instanceof Failure) return error;
  const facts = readModelError(error);
  const words = error instanceof StreamFault ? BY_FAULT[error.fault] : describe(facts, error);
  const retry = facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs };
  const message = `${subjectOf(modelName)} ${words.replaceAll('MODEL_', prefix)}`;
  return new Failure('model-unavailable', message, { cause: sanitise(error, facts), ...retry });
}

/** The model exceeded its time limit. */
export function toTimeoutFailure(modelName: string, timeoutMs: number): Failure {
  const seconds = Number((timeoutMs / 1000).toFixed(1));
  return new Failure('model-unavailable', `${subjectOf(modelName)} did not finish within ${seconds} s.`);
}

function subjectOf(modelName: string): string {
  const isKnown = modelName !== '' && modelName !== UNKNOWN_MODEL;
  return isKnown ? `The language model ${modelName}` : 'The language model';
}

function describe(facts: ModelError, error: unknown): string {
  const at = facts.origin === '' ? '' : ` at ${facts.origin}`;
  if (facts.status !== undefined) return byStatus(facts.status, facts, at);
  if (facts.networkCode === 'ECONNREFUSED')
    return facts.origin === ''
      ? 'cannot be reached: is its server running?'
      : `cannot be reached: is the model's server running${at}?`;
  if (CONNECTION_LOST.has(facts.networkCode))
    return `lost the connection${at} before its answer was complete.`;
  if (facts.networkCode !== '') return `cannot be reached${at}: ${toUpstreamError(error).message}.`;
  return `failed${at}.`;
}

function byStatus(status: number, facts: ModelError, at: string): string {
  const told = `(status ${status})`;
  if (status < 400)
    return (
      `cannot be asked: the server${at} redirects; ` + `set MODEL_BASE_URL to the address of its API ${told}.`
    );
  if (/quota|credit|billing/.test(facts.apiCode) || status === 402)
    return `refused: the account of its API has no credit left ${told}.`;
  if (/context_length/.test(facts.apiCode))
    return `has too little context for the sources: lower CONTEXT_TOKENS ${told}.`;
  if (/API_KEY_INVALID/.test(facts.apiCode)) return refusedKey(told);
  switch (status) {
    case 401:
    case 403:
      return refusedKey(told);
    case 404:
      return `was not found${at}: check MODEL_NAME and MODEL_BASE_URL ${told}.`;
    case 408:
    case 504:
      return `took too long: its API gave up ${told}.`;
    case 413:
      return `refused the request as too large: lower CONTEXT_TOKENS ${told}.`;
    case 429:
      return `has had too many requests${waitOf(facts)} ${told}.`;
    default:
      return status >= 500 ? `failed${at} ${told}.` : `refused the request${at} ${told}.`;
  }
}

function refusedKey(told: string): string {
  return `refused: the key was not accepted; check MODEL_API_KEY ${told}.`;
}

function waitOf({ retryAfterMs }: ModelError): string {
  return retryAfterMs === undefined ? '' : `: try again in ${Math.max(1, Math.ceil(retryAfterMs / 1000))} s`;
}

/** The error as it may be logged. */
function sanitise(error: unknown, { status, networkCode }: ModelError): Error {
  const name = error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown';
  const fault = error instanceof StreamFault ? error.fault : '';
  return new Error([name, fault, status ?? '', networkCode].filter((part) => part !== '').join(' '));
}
