import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notes } from '../answer/answer-words.ts';
import { loadSettings } from '../config/load.ts';
import { installationOf, notYetConfigured, startLines } from './installation.ts';

const searchesWith = (environment: Record<string, string>) =>
  installationOf(loadSettings(environment).settings).searches;

test('an installation in which nothing is set up searches Wikipedia', () => {
  assert.equal(searchesWith({}), 'wikipedia');
  assert.equal(searchesWith({ SEARCH_TERTIARY_URL: 'https://pt.wikipedia.org/w/api.php' }), 'wikipedia');
});

test('with a search service it searches the web, and so it does with another wiki', () => {
  assert.equal(searchesWith({ SEARCH_PRIMARY_URL: 'http://localhost:8888' }), 'web');
  assert.equal(searchesWith({ SEARCH_TERTIARY_URL: 'https://wiki.notwikipedia.org/w/api.php' }), 'web');
});

test('missing parts of the configuration are named: the model, a search, or one of the web', () => {
  const SEARCH_TERTIARY_URL = 'off';
  const model = { MODEL_PROVIDER: 'extractive' };
  for (const [environment, expected] of [
    [{}, [notes.noModelYet, notes.onlyWikipediaYet]],
    [model, [notes.onlyWikipediaYet]],
    [{ SEARCH_TERTIARY_URL }, [notes.noModelYet, notes.noSearchYet]],
    [{ SEARCH_TERTIARY_URL, ...model }, [notes.noSearchYet]],
    [{ SEARCH_TERTIARY_URL: 'https://wiki.test/api.php' }, [notes.noModelYet]],
    [{ SEARCH_PRIMARY_URL: 'http://localhost:1', SEARCH_TERTIARY_URL }, [notes.noModelYet]],
    [{ SEARCH_SECONDARY_URL: 'http://localhost:1', ...model }, []],
  ] as const)
    assert.deepEqual(notYetConfigured(loadSettings(environment).settings), expected);
});

test('a person reads in three plain lines where it listens, what it searches and who writes', () => {
  const lines = (environment: Readonly<Record<string, string>>) =>
    startLines(loadSettings(environment).settings, '1', 'http://a').join('\n');
  assert.equal(
    lines({}),
    'Sayso 1 is listening on http://a\nIt searches Wikipedia.\n' +
      `No language model is configured, so questions get sources but no answer. ${notes.runSetup}`,
  );
  assert.match(
    lines({ SEARCH_PRIMARY_URL: 'http://b/?key=secret', MODEL_PROVIDER: 'ollama', MODEL_NAME: 'qwen3' }),
    /\nIt searches searxng at http:\/\/b\S*, then Wikipedia\.\nThe answers are written by qwen3 \(ollama\)\.$/,
  );
  assert.match(lines({ SEARCH_TERTIARY_URL: 'off', MODEL_PROVIDER: 'extractive' }), /nothing.*\n.*passages/);
});
