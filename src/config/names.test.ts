import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignEnvironment, unknownNames } from './names.ts';
import { settingsTable } from './settings.ts';

test('an unknown name that begins like a setting is reported, in any case', () => {
  for (const name of ['MODEL_KEY', 'SEARCH_PRIMRY_URL', 'search_primry_url', 'READ_PAEGS'])
    assert.deepEqual(unknownNames([name]), [`${name}: no setting has this name; is it misspelled?`]);
});

test('a setting in lower case is reported, unless it is also given in upper case', () => {
  assert.deepEqual(unknownNames(['port', 'Search_Primary_Url']), [
    'port is ignored: setting names are in upper case; set PORT.',
    'Search_Primary_Url is ignored: setting names are in upper case; set SEARCH_PRIMARY_URL.',
  ]);
  assert.deepEqual(unknownNames(['port', 'PORT', 'http_proxy', 'HTTP_PROXY', 'lang']), []);
});

test('a variable of other software is reported until search and model are chosen', () => {
  const theirs = ['SEARXNG_URL', 'OPENAI_API_KEY', 'EXA_API_KEY', 'API_KEY'];
  assert.deepEqual(unknownNames(theirs), [
    'SEARXNG_URL is ignored: set SEARCH_PRIMARY_URL.',
    'OPENAI_API_KEY is ignored: set MODEL_PROVIDER and MODEL_API_KEY, or run `sayso setup`.',
    'EXA_API_KEY is ignored: set SEARCH_PRIMARY_KIND and SEARCH_PRIMARY_KEY, or run `sayso setup`.',
    'API_KEY is ignored: set API_KEYS, if callers shall need a key.',
  ]);
  assert.deepEqual(unknownNames([...theirs, 'SEARCH_PRIMARY_URL', 'MODEL_API_KEY_FILE', 'API_KEYS']), []);
  for (const slot of ['PRIMARY', 'SECONDARY', 'TERTIARY'])
    assert.deepEqual(unknownNames([`SEARCH_${slot}_KEY`, 'EXA_API_KEY']), []);
});

test('variables of shells, containers and Kubernetes are not reported, nor are settings', () => {
  const usual = ['PATH', 'HOME', 'HOSTNAME', 'HOSTS', 'PORTS', 'LANG', 'PWD', 'NODE_ENV', 'PAGER', 'TERM'];
  const ofKubernetes = ['SEARCH_PRIMARY_SERVICE_HOST', 'MODEL_PORT_8080_TCP', 'SEARCH_PORT'];
  const ours = Object.values(settingsTable).map(({ name }) => name);
  assert.deepEqual(unknownNames([...usual, ...ofKubernetes]), []);
  assert.deepEqual(unknownNames(ours), []);
});

test('a former setting is named once, with what to do instead', () => {
  assert.deepEqual(unknownNames(['SEARCH_PRIMARY_PER_DAY']), [
    'SEARCH_PRIMARY_PER_DAY is no longer a setting: set SEARCH_QUOTA=brave:50/day,brave:1000/month.',
  ]);
});

test('a program gets the environment without the settings of the service', () => {
  const environment = {
    PATH: '/bin',
    MODEL_API_KEY: 'secret',
    API_KEYS_FILE: '/keys',
    TAVILY_API_KEY: 'own',
    GONE: undefined,
  };
  assert.deepEqual(foreignEnvironment(environment), { PATH: '/bin', TAVILY_API_KEY: 'own' });
});
