import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { toUpstreamError, UpstreamError } from '../../net/upstream-error.ts';
import { type FailedOutcome, failed } from '../search.ts';
import { CallRefused } from './mcp-fetch.ts';

const MAX_CAUSES = 6;
/** JSON-RPC's code for parameters that a tool does not accept. */
const INVALID_PARAMETERS = -32_602;

/** Why a session could not be opened, or a call had no result. */
export function toFailure(error: unknown): FailedOutcome {
  const chain = causesOf(error);
  const refused = chain.find((each) => each instanceof CallRefused);
  if (refused !== undefined) return toRefusal(refused);
  const network = chain.find((each) => each instanceof UpstreamError);
  if (network !== undefined) return failed(network.failedReason, network.message);
  const http = chain.find((each) => each instanceof SdkHttpError);
  if (http !== undefined) return toStatusFailure(http.status);
  const system = chain.find(isSystemError);
  if (system !== undefined) return toSystemFailure(system);
  return (
    chain.map(toClientFailure).find((each) => each !== null) ?? failed('protocol', 'it does not speak MCP')
  );
}

/** True if another session may work: this one has ended, or the server no longer knows it. */
export function isSessionLost(error: unknown): boolean {
  return causesOf(error).some(
    (each) =>
      (each instanceof SdkHttpError && (each.status === 404 || each.status === 400)) ||
      (each instanceof SdkError &&
        (each.code === SdkErrorCode.ConnectionClosed || each.code === SdkErrorCode.NotConnected)),
  );
}

/** The failure for an error of the protocol's client; null for any other error. */
function toClientFailure(error: unknown): FailedOutcome | null {
  if (error instanceof ProtocolError)
    return error.code === INVALID_PARAMETERS
      ? failed('bad-parameter', 'it does not accept the parameters of the call')
      : failed('upstream', `it reports an error (${error.code})`);
  if (!(error instanceof SdkError)) return null;
  if (error.code === SdkErrorCode.EraNegotiationFailed)
    return failed('configuration', { cause: 'it does not speak MCP', remedy: 'check SLOT_URL' });
  if (error.code === SdkErrorCode.RequestTimeout) return failed('timeout', 'no answer in time');
  if (error.code === SdkErrorCode.ConnectionClosed)
    // Only a program ends like this; a server's connection fails with an error of the network.
    return failed('upstream', {
      cause: 'it ended the connection',
      remedy: 'run the command in SLOT_URL yourself to see its messages',
    });
  return failed('protocol', `its answer is not what MCP allows (${error.code})`);
}

function toRefusal({ status, retryAfterMs }: CallRefused): FailedOutcome {
  if (status === 429) return failed('rate', 'it reports too many requests (429)', retryAfterMs);
  if (status === 503) return failed('upstream', 'it is not available at the moment (503)', retryAfterMs);
  if (status === 402) return failed('configuration', 'its plan or credit is used up (402)');
  const cause = `it does not accept the caller (${status})`;
  return failed('configuration', { cause, remedy: 'set SLOT_KEY, or check it' });
}

function toStatusFailure(status: number): FailedOutcome {
  if (status === 404 || status === 405)
    return failed('configuration', {
      cause: `no MCP at this address (${status})`,
      remedy: 'check the path of SLOT_URL',
    });
  if (status >= 500) return failed('upstream', `it reports an error (${status})`);
  if (status >= 300 && status < 400)
    return failed('configuration', {
      cause: `it redirects to another address (${status})`,
      remedy: 'check SLOT_URL',
    });
  return failed('protocol', `it answered with status ${status}`);
}

/** The error, its cause, the cause of that, and so on. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  let next = error;
  while (next !== undefined && chain.length < MAX_CAUSES) {
    chain.push(next);
    next = next instanceof Error ? next.cause : undefined;
  }
  return chain;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { readonly code: string } {
  return error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
}

function toSystemFailure(error: NodeJS.ErrnoException & { readonly code: string }): FailedOutcome {
  if (error.syscall?.startsWith('spawn') !== true) {
    const { failedReason, message } = toUpstreamError(error);
    return failed(failedReason, message);
  }
  return failed('configuration', {
    cause: `its program cannot be started (${error.code})`,
    remedy: 'check SLOT_URL',
  });
}
