import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, outcomeAt } from '../../test/support/search-replies.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { withQueryRelaxation } from './engines/query-relaxation.ts';
import { searxng } from './engines/searxng.ts';
import { inQuestionLanguage } from './engines/slots.ts';
import { failed, SENDS_NOTHING, type SearchBackend } from './search.ts';
import { inSlotWords } from './slot.ts';

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
    (upstream, url) => inQuestionLanguage(searxng.open({ upstream, url, timeoutMs: 60_000 }), 'auto'),
    { text: '¿Cuál es la capital de Angola?' },
  );
  assert.deepEqual(languages, ['es']);
});

const slot = { position: 3 } as const;

test("names the slot's own settings in cause and remedy", () => {
  const wanted = { cause: 'it wants SLOT_KEY', remedy: 'check SLOT_URL and SLOT_KIND' };
  const named = {
    cause: 'it wants SEARCH_TERTIARY_KEY',
    remedy: 'check SEARCH_TERTIARY_URL and SEARCH_TERTIARY_KIND',
  };
  assert.deepEqual(inSlotWords(failed('configuration', wanted, 7), slot), failed('configuration', named, 7));
});

test('changes nothing else', () => {
  const failure = failed('upstream', 'the TIMESLOT_KEY and SLOT_MACHINE of its log');
  assert.deepEqual(inSlotWords(failure, slot), failure);
});
