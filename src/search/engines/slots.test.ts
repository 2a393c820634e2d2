import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, outcomeAt } from '../../../test/support/search-replies.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import { loadSettings } from '../../config/load.ts';
import { searchSettings } from '../../config/part-settings.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { SENDS_NOTHING, type SearchBackend } from '../backend.ts';
import { createSearxng } from './searxng.ts';
import { createSlots, inQuestionLanguage } from './slots.ts';
import { withQueryRelaxation } from './with-query-relaxation.ts';

test('instances share the state of a slot only with the same kind, URL and key', async () => {
  await using upstream = testUpstream();
  const nameOf = async (environment: Readonly<Record<string, string>>) => {
    const { settings } = loadSettings({
      SEARCH_PRIMARY_KIND: 'brave',
      SEARCH_PRIMARY_URL: 'https://search.test/',
      SEARCH_PRIMARY_KEY: 'first-key',
      ...environment,
    });
    const [slot] = await createSlots({ ...searchSettings(settings), upstream });
    assert.ok(slot !== undefined);
    return slot.sharedName;
  };
  const own = await nameOf({});
  assert.equal(await nameOf({}), own);
  assert.equal(await nameOf({ CONTACT: 'me@example.org' }), own);
  for (const other of [
    { SEARCH_PRIMARY_KEY: 'second-key' },
    { SEARCH_PRIMARY_URL: 'https://search.test/?count=5' },
    { SEARCH_PRIMARY_KIND: 'mojeek' },
  ])
    assert.notEqual(await nameOf(other), own, JSON.stringify(other));
  assert.doesNotMatch(own, /first-key|search\.test/);
});

const forever = new AbortController().signal;

/** The languages of the queries that a back-end receives. */
async function languagesOf(text: string, setting: string, asked = 'auto'): Promise<string[]> {
  const languages: string[] = [];
  const backend: SearchBackend = {
    sends: SENDS_NOTHING,
    async search({ scope: { language } }, signal) {
      assert.equal(signal, forever);
      languages.push(language);
      return { status: 'empty' };
    },
  };
  const slot = inQuestionLanguage(withQueryRelaxation(backend, { start: 'question' }), setting);
  await slot.search({ text, limit: 5, scope: { ...ANY_SCOPE, language: asked } }, forever);
  return [...new Set(languages)];
}

test('sends the language of the question, with its keywords too', async () => {
  assert.deepEqual(await languagesOf('Wie hoch ist der Mount Everest?', 'auto'), ['de']);
  assert.deepEqual(await languagesOf('アンゴラの首都はどこですか？', 'auto'), ['ja']);
});

test('the choices of caller and operator come first, and an uncertain language is not sent', async () => {
  assert.deepEqual(await languagesOf('Wie hoch ist der Mount Everest?', 'en'), ['en']);
  assert.deepEqual(await languagesOf('Wie hoch ist der Mount Everest?', 'en', 'fr'), ['fr']);
  assert.deepEqual(await languagesOf('Mount Everest', 'auto'), ['auto']);
});

test('a SearXNG gets the language as a parameter', async () => {
  const languages: (string | null)[] = [];
  await outcomeAt(
    (request, response) => {
      languages.push(new URL(request.url ?? '/', 'http://localhost').searchParams.get('language'));
      json({ results: [{ url: 'https://example.org/' }] })(request, response);
    },
    (upstream, url) => inQuestionLanguage(createSearxng({ upstream, url, timeoutMs: 60_000 }), 'auto'),
    { text: '¿Cuál es la capital de Angola?' },
  );
  assert.deepEqual(languages, ['es']);
});
