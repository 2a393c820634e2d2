import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load.ts';
import { diagnoseProxies, pageFallbackOf, pageProxyOf, proxiesOf } from './pages.ts';

const kindAt = (address: string) =>
  pageFallbackOf(loadSettings({ READ_FALLBACK_URL: address }).settings)?.kind;

test('the kind of a service that renders pages is found from its address', () => {
  const expected = {
    'http://localhost:9222': 'cdp',
    'ws://browser:3000': 'cdp',
    'wss://production-sfo.browserless.io': 'cdp',
    'https://production-lon.browserless.io/': 'cdp',
    'http://localhost:11235': 'crawl4ai',
    'http://chromium:3000': 'cdp',
    'http://crawl4ai:8000': 'crawl4ai',
    'https://my-firecrawl.example.org': 'firecrawl',
    'https://api.firecrawl.dev': 'firecrawl',
    'http://localhost:3002': 'firecrawl',
    'https://r.jina.ai/': 'jina',
  };
  for (const [address, kind] of Object.entries(expected)) assert.equal(kindAt(address), kind, address);
});

test('an address that does not say what is there is refused; a token belongs into its own setting', () => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ READ_FALLBACK_URL: 'http://host:3000' }, /READ_FALLBACK_URL: it does not say what is there/],
    [{ READ_FALLBACK_URL: 'ws://host:3000?token=a' }, /set it in READ_FALLBACK_KEY/],
    [{ READ_FALLBACK_URL: 'http://notjina.example' }, /READ_FALLBACK_URL: it does not say/],
    [{ READ_FALLBACK_URL: 'ftp://host' }, /READ_FALLBACK_URL/],
  ];
  for (const [environment, message] of wrong) assert.throws(() => loadSettings(environment), message);
  assert.match(loadSettings({ READ_FALLBACK_KEY: 'k' }).warnings.join(), /no page will be rendered/);
});

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
