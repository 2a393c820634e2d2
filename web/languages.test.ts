import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf } from './direction.ts';
import { languageNames } from './language-names.ts';
import { chooseLanguage, isLanguage } from './languages.ts';

test('speaks the first wanted language that there is, whatever its region', () => {
  assert.equal(chooseLanguage(['nl-BE', 'PT-br', 'de']), 'pt');
  assert.equal(chooseLanguage(['ar-EG']), 'ar');
});

test('speaks English where none of the wanted ones is there', () => {
  assert.equal(chooseLanguage(['tlh', '']), 'en');
  assert.equal(chooseLanguage([]), 'en');
});

test('takes no name of an object for a language', () => {
  assert.equal(isLanguage('constructor'), false);
  assert.equal(chooseLanguage(['toString']), 'en');
});

test('names every language in itself', () => {
  assert.ok(Object.keys(languageNames).every(isLanguage));
  assert.equal(Object.keys(languageNames).length, 7);
});

test('writes Arabic from the right, and no language that only begins like it', () => {
  assert.equal(directionOf('ar-EG'), 'rtl');
  assert.equal(directionOf('arn'), 'ltr');
  assert.equal(directionOf('de'), 'ltr');
});
