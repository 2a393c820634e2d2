import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsTable } from './settings.ts';
import { foreignNames, unknownNames } from './unknown-names.ts';

test('a misspelled setting is reported with the name that was probably meant', () => {
  for (const [given, meant] of [
    ['SEARCH_PRIMRY_URL', 'SEARCH_PRIMARY_URL'],
    ['MODEL_PROVDIER', 'MODEL_PROVIDER'],
    ['API_KEY', 'API_KEYS'],
    ['API_KEYS_FIEL', 'API_KEYS_FILE'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ] as const)
    assert.deepEqual(unknownNames([given]), [`${given}: no setting has this name; did you mean ${meant}?`]);
});

test('one typing error is forgiven, two in ten letters, and none in fewer than seven', () => {
  const meant = (given: string) =>
    unknownNames([given]).map((line) => line.replace(/.*did you mean (.*)\?/, '$1'));
  for (const slip of ['OLG_LEVEL', 'LOG_LEVLE', 'LOG_LEVL', 'LOG_LEVELS', 'LOG_LEVER', 'XLOG_LEVEL'])
    assert.deepEqual(meant(slip), ['LOG_LEVEL'], slip);
  for (const slips of ['LG_LEVL', 'LOG_XLVEL', 'LOG_EXVEL', 'LOG_LEEVLX', 'XXLOG_LEVEL', 'LOG_LEVELXX'])
    assert.deepEqual(meant(slips), [], slips);
  assert.deepEqual(['INSTAN', 'RED_PAGE', 'ERAD_PAEGS'].flatMap(meant), [
    'INSTANT',
    'READ_PAGES',
    'READ_PAGES',
  ]);
  for (const far of ['RD_PAGE', 'FACE', 'HEDGES', 'POTR']) assert.deepEqual(meant(far), [], far);
});

test('a setting in lower case is reported, unless it is also given in upper case', () => {
  assert.deepEqual(unknownNames(['port', 'Search_Primary_Url', 'search_primry_url']), [
    'port is ignored: setting names are in upper case; set PORT.',
    'Search_Primary_Url is ignored: setting names are in upper case; set SEARCH_PRIMARY_URL.',
    'search_primry_url: no setting has this name; did you mean SEARCH_PRIMARY_URL?',
  ]);
  assert.deepEqual(unknownNames(['port', 'PORT', 'http_proxy', 'HTTP_PROXY', 'lang']), []);
});

test('an unknown name with a prefix of the settings is reported', () => {
  assert.deepEqual(unknownNames(['MODEL_KEY']), ['MODEL_KEY: no setting has this name; is it misspelled?']);
});

test('a variable of other software is reported with the equivalent settings', () => {
  assert.deepEqual(unknownNames(['SEARXNG_URL', 'OPENAI_API_KEY']), [
    'SEARXNG_URL is ignored: set SEARCH_PRIMARY_URL.',
    'OPENAI_API_KEY is ignored: set MODEL_PROVIDER=openai and MODEL_API_KEY.',
  ]);
  assert.deepEqual(unknownNames(['EXA_API_KEY']), [
    'EXA_API_KEY is ignored: set SEARCH_PRIMARY_KIND=exa and SEARCH_PRIMARY_KEY.',
  ]);
});

test('variables of other software are not reported once search and model are chosen', () => {
  const chosen = ['SEARCH_PRIMARY_URL', 'MODEL_API_KEY_FILE'];
  const theirs = foreignNames.flatMap(({ names }) => names);
  assert.deepEqual(unknownNames([...chosen, ...theirs]), []);
  assert.deepEqual(unknownNames(['API_KEYS', 'API_KEY']), []);
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

test('every setting in the advice exists', () => {
  const known = new Set<string>(Object.values(settingsTable).map(({ name }) => name));
  for (const { set, unless } of foreignNames)
    for (const [name] of `${set} ${unless.join(' ')}`.matchAll(/\b[A-Z]+_[A-Z_]+\b/g))
      assert.ok(known.has(name), name);
});

test('a former setting is named once, with what to do instead', () => {
  assert.deepEqual(unknownNames(['SEARCH_PRIMARY_PER_DAY']), [
    'SEARCH_PRIMARY_PER_DAY is no longer a setting: set SEARCH_x_QUOTA=50/day,1000/month.',
  ]);
});
