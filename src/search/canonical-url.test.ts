import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalUrl } from './merge-hits.ts';

test('removes only scheme, fragment, default port, tracking and trailing slash', () => {
  const cases: Record<string, string> = {
    'https://example.org': 'example.org',
    'HTTPS://Example.org:443/a//#x': 'example.org/a',
    'http://example.org:8080/?utm_source=a&UTM_medium=b': 'example.org:8080',
    'https://example.org/a?b=1&gclid=2&c=%20': 'example.org/a?b=1&c=+',
    'https://example.org/a?c=%20': 'example.org/a?c=%20',
    'https://example.org/a?mutm_x=1': 'example.org/a?mutm_x=1',
  };
  for (const [url, canonical] of Object.entries(cases)) assert.equal(canonicalUrl(new URL(url)), canonical);
});

test('treats the variants of a page as the page', () => {
  const mirrors = [
    'http://www.example.org/page',
    'https://m.example.org/page',
    'https://mobile.example.org/page/',
    'https://amp.example.org/page',
    'https://example.org/page/amp/',
    'https://example.org/page.amp',
    'https://example.org/page?amp=1',
    'https://example.org/page?outputType=amp',
  ];
  for (const url of mirrors) assert.equal(canonicalUrl(new URL(url)), 'example.org/page');
  assert.equal(canonicalUrl(new URL('https://en.m.wikipedia.org/wiki/Amp')), 'en.wikipedia.org/wiki/Amp');
});

test('keeps pages that only look like variants apart', () => {
  const cases: Record<string, string> = {
    'https://www.de/': 'www.de',
    'https://m.org/amp': 'm.org/amp',
    'https://shop.org/list?amp=valve': 'shop.org/list?amp=valve',
    'https://en.wikipedia.org/': 'en.wikipedia.org',
    'http://10.0.0.1:8080/a': '10.0.0.1:8080/a',
  };
  for (const [url, canonical] of Object.entries(cases)) assert.equal(canonicalUrl(new URL(url)), canonical);
});
