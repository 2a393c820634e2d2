import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsAsHelp } from './print.ts';
import { settingsTable } from './settings.ts';

test('the help says of every setting its name, its default and what it means, without Markdown', () => {
  const help = settingsAsHelp();
  const names = [...help.matchAll(/^ {2}(\w+) {2}\(.+\)\n {6}\S/gm)].map(([, name]) => name);
  assert.deepEqual(
    names,
    Object.values(settingsTable).map(({ name }) => name),
  );
  assert.ok(!help.includes('`'));
});
