import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load.ts';
import { diagnoseProxies, pageProxyOf, proxiesOf } from './proxy-settings.ts';

const of = (environment: Record<string, string>) => loadSettings(environment).settings;

test('pages use the proxies of servers, another one or none, and words never show a password', () => {
  const both = of({ HTTPS_PROXY: 'http://user:secret@a:1', HTTP_PROXY: 'http://b:2' });
  assert.deepEqual(pageProxyOf(both), {
    https: 'http://user:secret@a:1',
    http: 'http://b:2',
    resolves: false,
  });
  assert.equal(
    diagnoseProxies(both)[0]?.cause,
    'servers: http://a:1 for https, http://b:2 for http; pages: http://a:1 for https, http://b:2 for http',
  );
  const other = of({ HTTP_PROXY: 'http://a:1', PAGE_PROXY: 'socks5://b:2', PAGE_PROXY_RESOLVES: 'on' });
  assert.equal(
    diagnoseProxies(other)[0]?.cause,
    'servers: http://a:1; pages: socks5://b:2, which looks up names',
  );
  const direct = of({ HTTPS_PROXY: 'http://a:1', PAGE_PROXY: 'off' });
  assert.equal(pageProxyOf(direct), null);
  assert.deepEqual(proxiesOf(direct), { httpProxy: null, httpsProxy: 'http://a:1', noProxy: '' });
  assert.deepEqual(diagnoseProxies(of({})), []);
  assert.throws(() => of({ HTTPS_PROXY: 'proxy:3128' }), /HTTPS_PROXY: the value is wrong/);
});
