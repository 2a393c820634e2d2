import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { toUpstreamError, UpstreamError } from '../../net/upstream-error.ts';
import { type FailedOutcome, failed } from '../search.ts';

/** The server refused a call; another try with the same call is useless for now. */
export class CallRefused extends Error {
  readonly status: number;
  /** The wait that the server asks for, in milliseconds; undefined if it states none. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, retryAfterMs: number | undefined) {
    super(`it refuses the call (${status})`);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * True if another session may work: this one has ended, or the server no longer knows it. The protocol wants
 * 404 for that, but a server that was restarted answers 400 with the protocol's own library.
 */
export function isSessionLost(error: unknown): boolean {
  return causesOf(error).some(
    (each) =>
      (each instanceof SdkHttpError && (each.status === 404 || each.status === 400)) ||
      (each instanceof SdkError &&
        (each.code === SdkErrorCode.ConnectionClosed || each.code === SdkErrorCode.NotConnected)),
  );
}

/** The kinds of error, the one that says most first: the protocol's client wraps those of the network. */
const READERS: readonly ((error: unknown) => FailedOutcome | null)[] = [
  (error) => (error instanceof CallRefused ? ofRefusal(error) : null),
  (error) => (error instanceof UpstreamError ? failed(error.failedReason, error.message) : null),
  (error) => (error instanceof SdkHttpError ? ofStatus(error.status) : null),
  ofSystem,
  ofClient,
];

/** Why a session could not be opened, or a call had no result. */
export function toFailedOutcome(error: unknown): FailedOutcome {
  const causes = causesOf(error);
  for (const read of READERS)
    for (const cause of causes) {
      const failure = read(cause);
      if (failure !== null) return failure;
    }
  return failed('protocol', 'it does not speak MCP');
}

const MAX_CAUSES = 6;

/** The error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let next = error; next !== undefined && causes.length < MAX_CAUSES; ) {
    causes.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return causes;
}

function ofRefusal({ status, retryAfterMs }: CallRefused): FailedOutcome {
  if (status === 429) return failed('rate', 'it reports too many requests (429)', retryAfterMs);
  if (status === 503) return failed('upstream', 'it is not available at the moment (503)', retryAfterMs);
  if (status === 402) return failed('configuration', 'its plan or credit is used up (402)');
  const cause = `it does not accept the caller (${status})`;
  return failed('configuration', { cause, remedy: 'set SLOT_KEY, or check it' });
}

function ofStatus(status: number): FailedOutcome {
  if (status === 404 || status === 405) {
    const cause = `no MCP at this address (${status})`;
    return failed('configuration', { cause, remedy: 'check the path of SLOT_URL' });
  }
  if (status >= 500) return failed('upstream', `it reports an error (${status})`);
  if (status < 300 || status >= 400) return failed('protocol', `it answered with status ${status}`);
  const cause = `it redirects to another address (${status})`;
  return failed('configuration', { cause, remedy: 'check SLOT_URL' });
}

/** An error of the operating system: the program does not start, or the network fails. */
function ofSystem(error: unknown): FailedOutcome | null {
  if (!(error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code)))) return null;
  if ('syscall' in error && String(error.syscall).startsWith('spawn')) {
    const cause = `its program cannot be started (${error.code})`;
    return failed('configuration', { cause, remedy: 'check SLOT_URL' });
  }
  const { failedReason, message } = toUpstreamError(error);
  return failed(failedReason, message);
}

/** JSON-RPC's code for parameters that a tool does not accept. */
const INVALID_PARAMETERS = -32_602;

/** An error of the protocol's client. */
function ofClient(error: unknown): FailedOutcome | null {
  if (error instanceof ProtocolError)
    return error.code === INVALID_PARAMETERS
      ? failed('bad-parameter', 'it does not accept the parameters of the call')
      : failed('upstream', `it reports an error (${error.code})`);
  if (!(error instanceof SdkError)) return null;
  switch (error.code) {
    case SdkErrorCode.EraNegotiationFailed:
      return failed('configuration', { cause: 'it does not speak MCP', remedy: 'check SLOT_URL' });
    case SdkErrorCode.RequestTimeout:
      return failed('timeout', 'no answer in time');
    case SdkErrorCode.ConnectionClosed:
      // Only a program ends like this; a server's connection fails with an error of the network.
      return failed('upstream', {
        cause: 'it ended the connection',
        remedy: 'run the command in SLOT_URL yourself to see its messages',
      });
    default:
      return failed('protocol', `its answer is not what MCP allows (${error.code})`);
  }
}
