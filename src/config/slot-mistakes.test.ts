import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpointOf } from '../search/engines/registry.ts';
import { slotMistakes, slotWarnings } from './slot-mistakes.ts';

const WIKIPEDIA = 'https://en.wikipedia.org/w/api.php';

test('a collection is a file, and only a collection is', () => {
  const given = { key: null };
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
  assert.deepEqual(slotMistakes('S', { url: WIKIPEDIA, kind: 'mediawiki', key: null }), []);
  assert.deepEqual(slotMistakes('S', { url: WIKIPEDIA, kind: 'searxng', key: null }), [
    "S_URL: this is Wikipedia, which does not speak searxng; set it to the back-end's own address.",
  ]);
  assert.deepEqual(slotMistakes('S', { url: WIKIPEDIA, kind: 'brave', key: 'k' }), [
    'S_URL: this is Wikipedia, which does not speak brave; ' +
      'set it to https://api.search.brave.com/res/v1/web/search.',
  ]);
});

test('a hosted service needs its key, and Google also the id of a search engine', () => {
  const google = 'https://www.googleapis.com/customsearch/v1';
  assert.deepEqual(slotMistakes('S', { url: `${google}?cx=1`, kind: 'google-pse', key: 'k' }), []);
  const noId = `S_URL: google-pse needs the id of your search engine in it; set it to ${google}?cx=ENGINE.`;
  assert.deepEqual(slotMistakes('S', { url: google, kind: 'google-pse', key: 'k' }), [noId]);
  assert.deepEqual(slotMistakes('S', { url: `${google}?cx=`, kind: 'google-pse', key: 'k' }), [noId]);
  assert.deepEqual(slotMistakes('S', { url: `${google}?id=1`, kind: 'google-pse', key: null }), [
    noId,
    'S_KEY: google-pse needs a key; set it here or as a file in S_KEY_FILE.',
  ]);
  assert.deepEqual(slotMistakes('S', { url: 'https://a.example/', kind: 'kiwix', key: null }), []);
});

test('nothing is said about an address that is invalid anyway', () => {
  assert.deepEqual(slotMistakes('S', { url: null, kind: 'collection', key: null }), []);
  assert.deepEqual(slotMistakes('S', { url: null, kind: 'brave', key: null }), [
    'S_KEY: brave needs a key; set it here or as a file in S_KEY_FILE.',
  ]);
});

test('the warning for a slot without an address says which address to set', () => {
  const off = { url: null, kind: 'searxng', isDefault: true };
  assert.deepEqual(slotWarnings('S', { ...off, key: 'k' }), [
    "S_KEY is set, but S_URL is not, so the slot is off; set it to the back-end's own address.",
  ]);
  assert.deepEqual(slotWarnings('S', { ...off, kind: 'kiwix', key: null, isDefault: false }), [
    "S_KIND is set, but S_URL is not, so the slot is off; set it to the back-end's own address.",
  ]);
  assert.deepEqual(slotWarnings('S', { ...off, key: null }), []);
  assert.deepEqual(slotWarnings('S', { ...off, kind: 'tavily', key: 'k', isDefault: false }), []);
});

const TAVILY = 'tvly-dev-SECRETPART';
const BRAVE = `BSA${'SECRETPART'.repeat(3)}`;
const GOOGLE = `AIza${'SECRETPART'.repeat(3)}12345`;

test('a key that no setting would send anywhere is named with the kind that it is for', () => {
  const off = { url: null, kind: 'searxng', isDefault: true };
  assert.deepEqual(slotWarnings('S', { ...off, key: TAVILY }), [
    'S_KEY is set, but S_URL is not, so the slot is off; this is a key of Tavily: set S_KIND=tavily.',
  ]);
  const wikipedia = { url: WIKIPEDIA, kind: 'mediawiki', isDefault: true };
  assert.deepEqual(slotWarnings('S', { ...wikipedia, key: BRAVE }), [
    'S_KEY is set, but mediawiki needs no key, so it is not used; this is a key of Brave: set S_KIND=brave.',
  ]);
  assert.deepEqual(slotWarnings('S', { ...wikipedia, key: 'k' }), [
    'S_KEY is set, but mediawiki needs no key, so it is not used; ' +
      'set S_KIND if the key is for a hosted service.',
  ]);
  assert.deepEqual(slotWarnings('S', { ...wikipedia, key: null }), []);
});

test('the key of one company is not sent to the search service of another', () => {
  const mistakes = (kind: string, key: string, url = endpointOf(kind) ?? '') =>
    slotMistakes('S', { url, kind, key });
  assert.deepEqual(mistakes('brave', TAVILY), [
    'S_KEY: this is a key of Tavily, but it would be sent to brave.com; set S_KIND=tavily.',
  ]);
  assert.deepEqual(mistakes('exa', BRAVE), [
    'S_KEY: this is a key of Brave, but it would be sent to exa.ai; set S_KIND=brave.',
  ]);
  assert.deepEqual(mistakes('serper', GOOGLE), [
    'S_KEY: this is a key of Google, but it would be sent to serper.dev; set ' +
      'S_KIND=google-pse and S_URL=https://www.googleapis.com/customsearch/v1?cx=ENGINE.',
  ]);
  assert.deepEqual(mistakes('tavily', 'pplx-SECRETPART'), [
    'S_KEY: this is a key of Perplexity, but it would be sent to tavily.com; use it ' +
      'as MODEL_API_KEY with MODEL_PROVIDER=openai-compatible, MODEL_BASE_URL=https://api.perplexity.ai ' +
      'and MODEL_NAME, because Sayso cannot search with a key of Perplexity.',
  ]);
});

test('a mistake in the address comes before one in the key', () => {
  const google = endpointOf('google-pse') ?? '';
  const mistakes = slotMistakes('S', { url: google, kind: 'google-pse', key: TAVILY });
  assert.deepEqual(
    mistakes.map((mistake) => mistake.split(':', 1)[0]),
    ['S_URL', 'S_KEY'],
  );
});

test('a key of its own service, of an unknown issuer or for a proxy is not misdirected', () => {
  const mistakes = (kind: string, key: string, url = endpointOf(kind) ?? '') =>
    slotMistakes('S', { url, kind, key });
  for (const kind of ['brave', 'tavily', 'exa', 'serper', 'mojeek', 'marginalia'] as const)
    assert.deepEqual(mistakes(kind, 'k'), []);
  assert.deepEqual(mistakes('tavily', TAVILY), []);
  assert.deepEqual(mistakes('brave', BRAVE), []);
  assert.deepEqual(mistakes('brave', 'BSA'), []);
  assert.deepEqual(mistakes('google-pse', GOOGLE, `${endpointOf('google-pse')}?cx=1`), []);
  assert.deepEqual(mistakes('brave', TAVILY, 'http://proxy.lan/brave'), []);
});

test('a program is only for MCP', () => {
  assert.deepEqual(slotMistakes('S', { url: 'stdio:npx x', kind: 'mcp', key: null }), []);
  assert.deepEqual(slotMistakes('S', { url: 'stdio:npx x', kind: 'searxng', key: null }), [
    'S_URL: a program needs S_KIND=mcp; searxng needs an http or https URL.',
  ]);
});
