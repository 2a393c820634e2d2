import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slotMistakes, withoutAddress } from './load.ts';

const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';

test('a collection is a file, and only a collection is', () => {
  const given = { hasKey: false };
  assert.deepEqual(slotMistakes('S', { ...given, url: 'file:a.index', kind: 'collection' }), []);
  assert.deepEqual(slotMistakes('S', { ...given, url: 'http://a.example/', kind: 'searxng' }), []);
  assert.deepEqual(slotMistakes('S', { ...given, url: 'http://file:1/', kind: 'searxng' }), []);
  assert.deepEqual(slotMistakes('S', { ...given, url: 'http://a.example/', kind: 'collection' }), [
    'S_URL: a collection is a file; write file:INDEX, made by `sayso index FOLDER --to INDEX`.',
  ]);
  assert.deepEqual(slotMistakes('S', { ...given, url: 'file:a.index', kind: 'kiwix' }), [
    'S_URL: a file needs S_KIND=collection; kiwix needs an http or https URL.',
  ]);
});

test('the address of Wikipedia is only for its own kind; the advice names the other address', () => {
  assert.deepEqual(slotMistakes('S', { url: WIKIPEDIA, kind: 'mediawiki', hasKey: false }), []);
  assert.deepEqual(slotMistakes('S', { url: WIKIPEDIA, kind: 'searxng', hasKey: false }), [
    "S_URL: this is Wikipedia, which does not speak searxng; set it to the back-end's own address.",
  ]);
  assert.deepEqual(slotMistakes('S', { url: WIKIPEDIA, kind: 'brave', hasKey: true }), [
    'S_URL: this is Wikipedia, which does not speak brave; ' +
      'set it to https://api.search.brave.com/res/v1/web/search.',
  ]);
});

test('a hosted service needs its key, and Google also the id of a search engine', () => {
  const google = 'https://www.googleapis.com/customsearch/v1';
  assert.deepEqual(slotMistakes('S', { url: `${google}?cx=1`, kind: 'google-pse', hasKey: true }), []);
  const noId = `S_URL: google-pse needs the id of your search engine in it; set it to ${google}?cx=ENGINE.`;
  assert.deepEqual(slotMistakes('S', { url: google, kind: 'google-pse', hasKey: true }), [noId]);
  assert.deepEqual(slotMistakes('S', { url: `${google}?cx=`, kind: 'google-pse', hasKey: true }), [noId]);
  assert.deepEqual(slotMistakes('S', { url: `${google}?id=1`, kind: 'google-pse', hasKey: false }), [
    noId,
    'S_KEY: google-pse needs a key; set it here or as a file in S_KEY_FILE.',
  ]);
  assert.deepEqual(slotMistakes('S', { url: 'https://a.example/', kind: 'kiwix', hasKey: false }), []);
});

test('nothing is said about an address that is invalid anyway', () => {
  assert.deepEqual(slotMistakes('S', { url: null, kind: 'collection', hasKey: false }), []);
  assert.deepEqual(slotMistakes('S', { url: null, kind: 'brave', hasKey: false }), [
    'S_KEY: brave needs a key; set it here or as a file in S_KEY_FILE.',
  ]);
});

test('a slot that is off for want of an address says which address to set', () => {
  assert.equal(
    withoutAddress('S', 'KEY', 'tavily'),
    'S_KEY is set, but S_URL is not, so the slot is off; set it to https://api.tavily.com/search.',
  );
  assert.equal(
    withoutAddress('S', 'KIND', 'searxng'),
    "S_KIND is set, but S_URL is not, so the slot is off; set it to the back-end's own address.",
  );
});
