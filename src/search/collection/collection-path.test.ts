import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../core/failure.ts';
import { toPublicUrl } from '../../core/url.ts';
import { collectionPath } from './collection-path.ts';

test('reads relative, absolute and full file URLs, encoded or not', () => {
  for (const [url, path] of [
    ['file:notes.sqlite', 'notes.sqlite'],
    ['file:../data/notes.sqlite', '../data/notes.sqlite'],
    ['file:/srv/notes.sqlite', '/srv/notes.sqlite'],
    ['file:///srv/notes.sqlite', '/srv/notes.sqlite'],
    ['file:///srv/my%20notes.sqlite', '/srv/my notes.sqlite'],
    ['file:my notes.sqlite', 'my notes.sqlite'],
    ['file:my%20notes.sqlite', 'my notes.sqlite'],
    ['file:100%.sqlite', '100%.sqlite'],
    [' FILE:notes.sqlite ', 'notes.sqlite'],
  ])
    assert.equal(collectionPath(url ?? ''), path);
});

test('reports that anything else is not a collection', () => {
  for (const url of [
    '',
    'file:',
    'notes.sqlite',
    'https://a.example/x',
    'file://server/notes.sqlite',
    'file://%',
  ])
    assert.throws(
      () => collectionPath(url),
      (error) =>
        error instanceof Failure &&
        error.code === 'misconfigured' &&
        /file:notes\.sqlite/.test(error.message),
      url,
    );
});

test('is shown by its base name alone', () => {
  for (const url of [
    'file:notes.sqlite',
    'file:../data/notes.sqlite',
    'file:/srv/notes.sqlite',
    'file:///srv/notes.sqlite',
  ])
    assert.equal(toPublicUrl(url), 'file:notes.sqlite');
});
