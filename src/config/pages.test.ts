import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from './load.ts';
import { diagnoseProxies, pageProxyOf, proxiesOf } from './pages.ts';

const kindAt = (address: string) => loadSettings({ READ_FALLBACK_URL: address }).settings.renderer?.kind;

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

test('an address that does not say what is there is refused; its token is never shown', () => {
  const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ READ_FALLBACK_URL: 'http://host:3000' }, /READ_FALLBACK_URL: it does not say what is there/],
    [{ READ_FALLBACK_URL: 'http://notjina.example' }, /READ_FALLBACK_URL: it does not say/],
    [{ READ_FALLBACK_URL: 'ftp://host?token=hidden' }, /READ_FALLBACK_URL: the value is wrong(?!.*hidden)/],
  ];
  for (const [environment, message] of wrong) assert.throws(() => loadSettings(environment), message);
  const { renderer } = loadSettings({ READ_FALLBACK_URL: 'wss://browserless.io/chrome?token=k' }).settings;
  assert.deepEqual(renderer, { url: 'wss://browserless.io/chrome', kind: 'cdp', key: 'k' });
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
  const other = of({ HTTP_PROXY: 'http://a:1', PAGE_PROXY: 'socks5://b:2?resolves=on' });
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
