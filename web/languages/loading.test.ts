import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf } from '../settings/direction.ts';
import { languageNames } from './language-names.ts';
import { chooseLanguage, isLanguage } from './languages.ts';

test('the first supported language is used, whatever its region', () => {
  assert.equal(chooseLanguage(['nl-BE', 'PT-br', 'de']), 'pt');
  assert.equal(chooseLanguage(['ar-EG']), 'ar');
});

test('English is used if no wanted language is supported', () => {
  assert.equal(chooseLanguage(['tlh', '']), 'en');
  assert.equal(chooseLanguage([]), 'en');
});

test('names of object properties are not languages', () => {
  assert.equal(isLanguage('constructor'), false);
  assert.equal(chooseLanguage(['toString']), 'en');
});

test('every language is named in its own words', () => {
  assert.ok(Object.keys(languageNames).every(isLanguage));
  assert.equal(Object.keys(languageNames).length, 7);
});

test('Arabic is written from right to left, unlike languages whose tag only starts like it', () => {
  assert.equal(directionOf('ar-EG'), 'rtl');
  assert.equal(directionOf('arn'), 'ltr');
  assert.equal(directionOf('de'), 'ltr');
});
