import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { kindOfPlace, withSource } from './add-source.ts';
import { parseSources } from './sources-file.ts';

test('a place says by its form what kind of source it is', () => {
  for (const [place, kind] of [
    [tmpdir(), 'folder'],
    ['https://docs.example/guide/', 'site'],
    ['https://a.example/feed/', 'feed'],
    ['https://a.example/blog/index.xml', 'feed'],
    ['https://git.example/team/handbook.git', 'git'],
    ['git@git.example:team/handbook.git', 'git'],
  ] as const)
    assert.equal(kindOfPlace(place), kind, place);
  assert.throws(() => kindOfPlace('docs.example'), /neither a folder nor an address/);
});

test('a source is added to a new file, to a collection that is there, and to a new one; comments stay', () => {
  const one = withSource('', { place: '/srv/notes', kind: 'folder', collection: 'notes' });
  const two = withSource(`# Mine\n${one}`, {
    place: 'https://docs.example/',
    kind: 'site',
    collection: 'docs',
  });
  const three = withSource(two, { place: 'https://a.example/feed', kind: 'feed', collection: 'docs' });
  assert.match(three, /^# Mine\n/);
  assert.deepEqual(
    parseSources(three).collections.map(({ name, sources }) => [name, sources.map((each) => each.name)]),
    [
      ['notes', ['/srv/notes']],
      ['docs', ['https://docs.example/', 'https://a.example/feed']],
    ],
  );
  assert.throws(
    () => withSource(three, { place: '/srv/notes', kind: 'folder', collection: 'notes' }),
    /two sources are named/,
  );
  assert.throws(() => withSource('a: [', { place: '/x', kind: 'folder', collection: 'a' }), /not YAML/);
});
