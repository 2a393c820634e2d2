import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkRemedy, toUpstreamError } from './upstream-error.ts';

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
