import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { loadSettings } from './load.ts';
import { settingsAsEnvFile, settingsAsHelp, settingsAsMarkdown } from './print.ts';
import { settingsTable } from './settings.ts';

test('the help gives the name, the default and the meaning of every setting, without Markdown', () => {
  const help = settingsAsHelp();
  const names = [...help.matchAll(/^ {2}(\w+) {2}\(.+\)\n {6}\S/gm)].map(([, name]) => name);
  assert.deepEqual(
    names,
    Object.values(settingsTable).map(({ name }) => name),
  );
  assert.ok(!help.includes('`'));
});

test('the settings page and the example file are generated from the table', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  assert.equal(settingsAsMarkdown(), page);
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  assert.equal(settingsAsEnvFile(), example);
});

test('the page shows the settings in groups, and of each the values that it takes', () => {
  const page = settingsAsMarkdown();
  for (const row of [
    /## Address\n\n\| name .*\n.*\n\| `HOST`/,
    /## Search\n\n\| name .*\n.*\n\| `SEARCH_PRIMARY_URL`/,
    /## Callers\n\n\| name .*\n.*\n\| `RATE_LIMIT` .*\| a rate such as 60\/minute \(.*hour or day\) \|/,
    /\| `LOG_LEVEL` \| info \| one of debug, info, warn, error, silent \|/,
  ])
    assert.match(page, row);
});

test('a copy of the example changes nothing, and each of its lines sets the default', () => {
  const file = settingsAsEnvFile();
  assert.deepEqual(parseEnv(file), {});
  const all = parseEnv(file.replaceAll(/^#(?=[A-Z_]+=)/gm, ''));
  assert.deepEqual(
    Object.keys(all).toSorted(),
    Object.values(settingsTable)
      .map(({ name }) => name)
      .toSorted(),
  );
  assert.deepEqual([all.PORT, all.API_KEYS], ['3000', '']);
  assert.deepEqual(loadSettings(all).settings, loadSettings({}).settings);
});
