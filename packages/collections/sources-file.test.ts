import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSources } from './sources-file.ts';
import { CollectionProblem } from './store.ts';

test('reads named collections with sources of every kind', () => {
  const text = `
trusted_models: [gpu.lan]
collections:
  notes:
    local_only: true
    sources:
      - folder: /srv/notes
  docs:
    every: 1d
    language: pt-BR
    weight: 2
    sources:
      - { site: "https://docs.example/guide/", pages: 50, exclude: [/guide/old/], every: 30m }
      - { feed: "https://docs.example/feed.xml" }
      - { git: "https://git.example/handbook.git", branch: main, paths: [docs] }
      - { name: three, list: ["https://a.example/", "https://b.example/"] }
`;
  const { collections, trustedModels } = parseSources(text);
  const [notes, docs] = collections;
  assert.deepEqual(trustedModels, ['gpu.lan']);
  assert.deepEqual([notes?.name, notes?.local_only], ['notes', true]);
  assert.deepEqual([docs?.weight, notes?.weight, docs?.sources[0]?.language], [2, 1, 'pt-BR']);
  assert.deepEqual(
    docs?.sources.map(({ name, every }) => [name, every]),
    [
      ['https://docs.example/guide/', 1_800_000],
      ['https://docs.example/feed.xml', 86_400_000],
      ['https://git.example/handbook.git', 86_400_000],
      ['three', 86_400_000],
    ],
  );
});

test('what cannot be used is named with its place, its line, and what to write', () => {
  const inNotes = (source: string) => `collections:\n  notes:\n    sources:\n      - ${source}\n`;
  for (const [text, words] of [
    ['collections: [', /It is not YAML/],
    ['other: {}', /^It: "other" is not one of index, trusted_models, collections$/],
    ['', /^It: write names below it/],
    ['collections:\n  My Notes:\n    sources: []', /small letters/],
    [
      inNotes('{ site: "docs.example" }'),
      /collections\.notes\.sources\.0\.site \(line 4\): write an address with http/,
    ],
    [inNotes('{ site: "https://a.example/", page: 5 }'), /sources\.0.*"page" is not one of site, .*pages/],
    [inNotes('{ site: "https://a.example/", pages: all }'), /sources\.0\.pages .*: write a number$/],
    [inNotes('{ every: 5 }'), /name one of folder, site, feed, git, list/],
    [inNotes('/a'), /name one of folder, site, feed, git, list/],
    [inNotes('{ list: "https://a.example/" }'), /list \(line 4\): write a list, such as \[a, b\]$/],
    [inNotes('{ folder: ~/a }'), /write the whole path/],
    [inNotes('{ folder: /a, every: 5 }'), /every \(line 4\): write a number and m, h or d/],
    [inNotes('{ folder: /a, every: 5s }'), /30m or 12h/],
    [inNotes('{ folder: /a }\n      - { folder: /a }'), /two sources are named "\/a"/],
    [`a: &x 1\nb: *x\n${inNotes('{ folder: /a }')}`, /aliases|"a"/],
  ] as const)
    assert.throws(
      () => parseSources(text),
      (error) => error instanceof CollectionProblem && words.test(error.message),
      text,
    );
});

test('the password in the address of a repository is no part of its name', () => {
  const text = 'collections: { a: { sources: [ { git: "https://me:secret@git.example/a.git" } ] } }';
  assert.equal(parseSources(text).collections[0]?.sources[0]?.name, 'https://git.example/a.git');
});
