import assert from 'node:assert/strict';
import { test } from 'node:test';
import { properNames } from './phrase-book.ts';

test('countries and languages have their names in every language under the same key', () => {
  assert.equal(properNames('de').get('region HU')?.[0], 'Ungarn');
  assert.equal(properNames('en').get('region HU')?.[0], 'Hungary');
  assert.equal(properNames('fr').get('language DE')?.[0], 'allemand');
});

test('short, older and regional names are known as well', () => {
  assert.ok(properNames('en').get('region MM')?.includes('Burma'));
  assert.ok(properNames('en').get('region CZ')?.includes('Czech Republic'));
  assert.ok(properNames('de').get('region US')?.includes('USA'));
  assert.ok(properNames('pt').get('region PL')?.includes('Polónia'));
  assert.ok(properNames('en').get('region LC')?.includes('Saint Lucia'));
});
