import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, outcomeAt } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { SENDS_NOTHING, type SearchBackend } from '../search.ts';
import { withQueryRelaxation } from './query-relaxation.ts';
import { createSearxng } from './searxng.ts';
import { inQuestionLanguage } from './slots.ts';

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
