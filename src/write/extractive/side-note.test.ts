import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSideNote } from './side-note.ts';

test('notes, references to other places and notices on cookies are known in several languages', () => {
  for (const text of [
    'Note: the 4.x series of this module covers version 4.',
    'Please note: this is for experts only.',
    'Hinweis: Das gilt nur für die alte Fassung.',
    '注意：这个版本已经不再维护了。',
    'See the docs for more info, including the FAQ.',
    'Voir aussi la page sur les nombres.',
    'We use cookies to bake the best bread for you.',
    'Todos los derechos reservados.',
  ])
    assert.ok(isSideNote(text), text);
});

test('plain sentences with the same words are not', () => {
  for (const text of [
    'Notes on it are kept in the library.',
    'You see the difference at once.',
    'Express uses cookies to store the session.',
  ])
    assert.ok(!isSideNote(text), text);
});
