import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkRemedy, toUpstreamError, UpstreamError } from './upstream-error.ts';

function withCode(code: string): Error {
  return Object.assign(new Error('internal details'), { code });
}

test('describes the codes of Node, TLS and undici in words', () => {
  const cases = [
    ['ENOTFOUND', 'network', /^host name not found$/],
    ['EAI_AGAIN', 'network', /name server/],
    ['EHOSTUNREACH', 'network', /not reachable/],
    ['CERT_HAS_EXPIRED', 'network', /^TLS certificate not accepted: it has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'network', /^TLS certificate not accepted: .*another host/],
    ['CERT_REVOKED', 'network', /^TLS certificate not accepted$/],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout', /no connection in time/],
    ['HPE_INVALID_CONSTANT', 'protocol', /not HTTP/],
    ['WHATEVER', 'protocol', /^call failed \(WHATEVER\)$/],
  ] as const;
  for (const [code, reason, words] of cases) {
    const error = toUpstreamError(withCode(code));
    assert.equal(error.reason, reason, code);
    assert.match(error.message, words);
  }
});

test('finds the code in wrapped errors', () => {
  const wrapped = new TypeError('fetch failed', { cause: new AggregateError([withCode('ECONNREFUSED')]) });
  assert.equal(toUpstreamError(wrapped).message, 'connection refused');
  const within = (error: Error, depth: number): Error =>
    depth === 0 ? error : new Error('outside', { cause: within(error, depth - 1) });
  assert.equal(toUpstreamError(within(withCode('ECONNREFUSED'), 5)).message, 'connection refused');
  assert.equal(toUpstreamError(within(withCode('ECONNREFUSED'), 6)).message, 'call failed');
});

test('an early end reported by the parser is a closed connection, not a reply that is no HTTP', () => {
  const parserError = (message: string) => Object.assign(new Error(message), { name: 'HTTPParserError' });
  const { message } = toUpstreamError(withCode('ECONNRESET'));
  assert.equal(toUpstreamError(parserError('Paused on EOF')).message, message);
  assert.equal(toUpstreamError(parserError('Bad method')).message, 'the reply is not HTTP');
});

test('accepts any thrown value, and returns its own errors unchanged', () => {
  const own = new UpstreamError('timeout', 'late');
  assert.equal(toUpstreamError(own), own);
  for (const thrown of [undefined, null, 'x', {}, new Error('secret')]) {
    assert.equal(toUpstreamError(thrown).message, 'call failed');
  }
});

const remedyFor = (code: string) => {
  const { message } = toUpstreamError(Object.assign(new Error('x'), { code }));
  return networkRemedy(message, 'SEARCH_PRIMARY_URL');
};

test('does not advise to start a server whose name is unknown or whose certificate is refused', () => {
  for (const [code, remedy] of [
    ['ECONNREFUSED', /^start it, or correct the host and port in SEARCH_PRIMARY_URL$/],
    ['ENOTFOUND', /look up names, or correct the host in SEARCH_PRIMARY_URL$/],
    ['EAI_AGAIN', /look up names/],
    ['EPROTO', /^use http:\/\/ in SEARCH_PRIMARY_URL/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /^use http:\/\//],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /the name that its certificate is for$/],
    ['CERT_HAS_EXPIRED', /^renew/],
    ['EMFILE', /restricts the connections/],
  ] as const)
    assert.match(remedyFor(code), remedy, code);
});
