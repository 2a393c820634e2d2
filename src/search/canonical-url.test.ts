import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl } from './canonical-url.ts';

test('drops fragment, default port, tracking and trailing slash, nothing else', () => {
  const cases: Record<string, string> = {
    'https://example.org': 'https://example.org',
    'HTTPS://Example.org:443/a//#x': 'https://example.org/a',
    'http://example.org:8080/?utm_source=a&UTM_medium=b': 'http://example.org:8080',
    'https://example.org/a?b=1&gclid=2&c=%20': 'https://example.org/a?b=1&c=+',
    'https://example.org/a?c=%20': 'https://example.org/a?c=%20',
    'https://example.org/a?mutm_x=1': 'https://example.org/a?mutm_x=1',
  };
  for (const [url, canonical] of Object.entries(cases)) assert.equal(canonicalUrl(new URL(url)), canonical);
});
