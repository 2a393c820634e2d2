import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadSettings } from '../config/load.ts';
import { installationOf } from './installation.ts';

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
