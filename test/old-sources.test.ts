import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startModelServer, streaming } from './support/model-server.ts';
import { startSearchServer, withResults } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const DAY_MS = 86_400_000;
const dayAt = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const NEWS = 'The harbour of Oslo was closed because of a storm.';
const resultOf = (publishedDate: string | null) => ({
  url: 'https://news.test/oslo',
  title: 'Storm in Oslo',
  content: NEWS,
  publishedDate,
});
const SAYS_OLD =
  /^Nothing found is as new as asked for \(today\): the newest dated source is from [A-Z][a-z]+ \w/;

async function ask(publishedDate: string | null, settings: Readonly<Record<string, string>> = {}, more = {}) {
  await using search = await startSearchServer(withResults([resultOf(publishedDate)]));
  await using model = await startModelServer(streaming(`${NEWS.slice(0, -1)} [1].`));
  await using service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    ...('MODEL_PROVIDER' in settings ? {} : { MODEL_BASE_URL: model.url }),
    ...settings,
  });
  const response = await fetch(`${service.url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'What happened in Oslo today?', ...more }),
  });
  return response.json();
}

test('if nothing found is from today, the answer begins with that, also when it is spoken', async () => {
  const { answer, speakable_text, statements } = await ask(dayAt(-400), {}, { verdicts: true });
  assert.match(answer, SAYS_OLD);
  assert.match(answer, /\n\nThe harbour of Oslo was closed/);
  assert.match(speakable_text, SAYS_OLD);
  assert.equal(statements[0].verdict, 'not-checked');
});

test('without a model the passages begin with that, too, and carry their dates', async () => {
  const published = dayAt(-400);
  const { answer } = await ask(published, { MODEL_PROVIDER: 'extractive' });
  assert.match(answer, SAYS_OLD);
  assert.ok(answer.includes(published.slice(0, 10)), answer);
});

test('if the model fails, the passages begin with that, too', async () => {
  const { answer } = await ask(dayAt(-400), {
    MODEL_PROVIDER: 'ollama',
    MODEL_BASE_URL: 'http://127.0.0.1:9',
  });
  assert.match(answer, SAYS_OLD);
});

test('nothing is said of the age of what is from today, and a date in the future is not shown', async () => {
  assert.match((await ask(dayAt(0))).answer, /^The harbour/);
  const { answer, sources } = await ask(dayAt(30));
  assert.match(answer, /^No source found has a date/);
  assert.equal(sources[0].date, undefined);
});
