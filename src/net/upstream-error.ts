import { fieldOf } from '@sayso/text/own-value.ts';
import type { FailedReason } from '../core/attempt.ts';

/** The kinds of failure of a call to a configured host. */
type UpstreamReason = 'timeout' | 'network' | 'too-large' | 'protocol';

/** A call to a configured host without a complete reply. `message`, for the operator, has no URL. */
export class UpstreamError extends Error {
  readonly reason: UpstreamReason;

  constructor(reason: UpstreamReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'UpstreamError';
    this.reason = reason;
  }

  /** The reason in the words that all failed calls share. */
  get failedReason(): FailedReason {
    return this.reason === 'too-large' ? 'protocol' : this.reason;
  }
}

type ReasonEntry = readonly [UpstreamReason, string];

const SELF_SIGNED: ReasonEntry = ['network', 'TLS certificate not accepted: it is self-signed'];
const UNKNOWN_ISSUER: ReasonEntry = ['network', 'TLS certificate not accepted: its issuer is not known here'];
const NAME_SERVER: ReasonEntry = ['network', 'host name not found: the name server does not answer'];
const UNREACHABLE: ReasonEntry = ['network', 'host not reachable'];
const CUT: ReasonEntry = ['network', 'connection closed before the answer was complete'];
const NO_CONNECTION: ReasonEntry = ['timeout', 'no connection in time'];

/** Descriptions of the error codes of Node, OpenSSL and undici. */
const BY_CODE: Readonly<Record<string, ReasonEntry>> = {
  ECONNREFUSED: ['network', 'connection refused'],
  ECONNRESET: CUT,
  EPIPE: CUT,
  UND_ERR_SOCKET: CUT,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: CUT,
  UND_ERR_HEADERS_OVERFLOW: ['protocol', 'its headers are too large'],
  UND_ERR_DESTROYED: ['network', 'the service is stopping'],
  UND_ERR_CLOSED: ['network', 'the service is stopping'],
  ENOTFOUND: ['network', 'host name not found'],
  ENODATA: ['network', 'host name not found'],
  EBADNAME: ['network', 'host name not found'],
  EAI_AGAIN: NAME_SERVER,
  ESERVFAIL: NAME_SERVER,
  EREFUSED: NAME_SERVER,
  ETIMEOUT: NAME_SERVER,
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  EHOSTDOWN: UNREACHABLE,
  EADDRNOTAVAIL: UNREACHABLE,
  EACCES: ['network', 'connection not permitted on this machine'],
  EPERM: ['network', 'connection not permitted on this machine'],
  EMFILE: ['network', 'too many open connections on this machine'],
  ENFILE: ['network', 'too many open connections on this machine'],
  ETIMEDOUT: NO_CONNECTION,
  UND_ERR_CONNECT_TIMEOUT: NO_CONNECTION,
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
  CERT_HAS_EXPIRED: ['network', 'TLS certificate not accepted: it has expired'],
  CERT_NOT_YET_VALID: ['network', 'TLS certificate not accepted: it is not valid yet (is the clock right?)'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['network', 'TLS certificate not accepted: it is for another host name'],
  EPROTO: ['network', 'TLS handshake failed (is it http instead of https?)'],
};

/** Descriptions of families of codes, by prefix. */
const BY_PREFIX: readonly (readonly [string, ReasonEntry])[] = [
  ['CERT_', ['network', 'TLS certificate not accepted']],
  ['ERR_SSL_', ['network', 'TLS handshake failed (is it http instead of https?)']],
  ['ERR_TLS_', ['network', 'TLS handshake failed']],
  ['HPE_', ['protocol', 'the reply is not HTTP']],
];

/** Any thrown value as an UpstreamError: known codes are described, anything else is `protocol`. */
export function toUpstreamError(thrown: unknown): UpstreamError {
  if (thrown instanceof UpstreamError) return thrown;
  const code = codeOf(thrown);
  const entry = BY_CODE[code] ?? BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1];
  if (entry !== undefined) return new UpstreamError(...entry, thrown);
  return new UpstreamError('protocol', code === '' ? 'call failed' : `call failed (${code})`, thrown);
}

const MAX_CAUSES = 6;

/** A thrown value, its cause, the cause of that, and so on: clients of protocols wrap errors of the network. */
export function causesOf(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let next = thrown; next != null && causes.length < MAX_CAUSES; ) {
    causes.push(next);
    next = next instanceof AggregateError ? next.errors[0] : fieldOf(next, 'cause');
  }
  return causes;
}

/** The code of an error, or of the first nested one that has any; or empty. */
function codeOf(thrown: unknown): string {
  for (const cause of causesOf(thrown)) {
    const code = fieldOf(cause, 'code');
    if (typeof code === 'string') return code;
    // undici 8 intends to set HPE_... here, but sets undefined. Its parser also reports a reset connection as
    // an early end.
    if (cause instanceof Error && cause.name === 'HTTPParserError')
      return /EOF/.test(cause.message) ? 'ECONNRESET' : 'HPE_';
  }
  return '';
}

/** Patterns for the causes above, each with its remedy; the first match counts. */
const REMEDIES: readonly (readonly [RegExp, (setting: string) => string])[] = [
  [/^host name/, (setting) => `check that this machine can look up names, or correct the host in ${setting}`],
  [/TLS handshake/, (setting) => `use http:// in ${setting} if it has no TLS`],
  [/self-signed|its issuer/, () => 'set NODE_EXTRA_CA_CERTS to the file with the certificate of its issuer'],
  [/another host name/, (setting) => `set ${setting} to the name that its certificate is for`],
  [/TLS certificate/, () => 'renew its certificate'],
  [/on this machine/, () => 'find out what restricts the connections of this process'],
];

/**
 * The remedy if a configured host cannot be reached, as an instruction to the operator. `cause` is the
 * message of an UpstreamError, `setting` the name of the setting with the host's URL.
 */
export function networkRemedy(cause: string, setting: string): string {
  const remedy = REMEDIES.find(([pattern]) => pattern.test(cause))?.[1];
  return remedy?.(setting) ?? `start it, or correct the host and port in ${setting}`;
}
