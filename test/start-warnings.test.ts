import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { loadSettings } from '../src/config/load.ts';
import { notYetConfigured } from '../src/service/installation.ts';
import { closedPort } from './support/local-server.ts';
import { startOllamaServer } from './support/ollama-server.ts';
import { startTestService } from './support/service.ts';

/** The first logged line that matches; the test's own time limit ends the wait. */
async function logged(lines: readonly string[], pattern: RegExp): Promise<string> {
  while (true) {
    const line = lines.find((each) => pattern.test(each));
    if (line !== undefined) return line;
    await pause(10);
  }
}

test('an Ollama that does not run, or lacks the model, is reported at startup', async () => {
  const MODEL_BASE_URL = `http://127.0.0.1:${await closedPort()}`;
  await using service = await startTestService({ MODEL_PROVIDER: 'ollama', MODEL_BASE_URL });
  const line = await logged(service.logged, /cannot be reached/);
  assert.match(line, /Ollama at 127\.0\.0\.1:\d+ .*Start it with `ollama serve`, or set MODEL_BASE_URL/);
  await using ollama = await startOllamaServer([]);
  await using second = await startTestService({
    MODEL_PROVIDER: 'ollama',
    MODEL_BASE_URL: ollama.url,
    MODEL_NAME: 'gemma3',
    MODEL_FALLBACK_PROVIDER: 'ollama',
    MODEL_FALLBACK_BASE_URL: MODEL_BASE_URL,
  });
  await logged(second.logged, /has no model gemma3\. Run: ollama pull gemma3/);
  await logged(second.logged, /or set MODEL_FALLBACK_BASE_URL/);
});

test('without a configured search, the start names SEARCH_PRIMARY_URL in one line', () => {
  const reported = (settings: Readonly<Record<string, string>>) =>
    notYetConfigured(loadSettings({ MODEL_PROVIDER: 'extractive', ...settings }).settings).join('\n');
  assert.match(reported({}), /^.*only Wikipedia is searched.*SEARCH_PRIMARY_URL.*$/);
  assert.match(reported({ SEARCH_TERTIARY_URL: 'off' }), /^No search back-end.*SEARCH_PRIMARY_URL.*$/);
  assert.equal(reported({ SEARCH_PRIMARY_URL: 'http://localhost:8888' }), '');
  assert.equal(reported({ SEARCH_SECONDARY_URL: 'http://localhost:8888' }), '');
  assert.equal(reported({ SEARCH_TERTIARY_URL: 'https://de.wikipedia.org/w/api.php' }), '');
});
