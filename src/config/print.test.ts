import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { loadSettings } from './load.ts';
import { settingsAsEnvFile, settingsAsMarkdown } from './print.ts';
import { settingsTable } from './settings.ts';

test('the settings page and the example file are generated from the table', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  assert.equal(settingsAsMarkdown(), page);
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  assert.equal(settingsAsEnvFile(), example);
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
