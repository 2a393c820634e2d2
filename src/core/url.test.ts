import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOf, parseWebUrl, toPublicUrl } from './url.ts';

test('only http and https addresses without credentials are web addresses', () => {
  assert.equal(parseWebUrl(' https://a.test/x ')?.href, 'https://a.test/x');
  for (const text of [
    'javascript:alert(1)',
    'ftp://a.test',
    '/relative',
    'https://u:p@a.test/',
    '',
    'http://',
  ])
    assert.equal(parseWebUrl(text), null, text);
});

test('a shown URL contains no secrets', () => {
  assert.equal(toPublicUrl('http://user:pass@host:8888/search?key=1#x'), 'http://host:8888/search');
  assert.equal(toPublicUrl('http://localhost:8888'), 'http://localhost:8888');
  assert.equal(toPublicUrl('http://localhost:8888/'), 'http://localhost:8888/');
  assert.equal(toPublicUrl('file:/var/lib/notes.sqlite'), 'file:notes.sqlite');
  assert.equal(toPublicUrl('file:notes.sqlite'), 'file:notes.sqlite');
});

test('a host is written as people say it', () => {
  assert.equal(hostOf('https://www.example.org:8443/a'), 'example.org');
  assert.equal(hostOf('nonsense'), '');
});
