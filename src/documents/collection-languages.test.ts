import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ANY_SCOPE } from '../core/scope.ts';
import { createCollection } from './collection.ts';
import { indexCollection } from './collection-index.ts';
import { inLanguages } from './collection-search.ts';

const { signal } = new AbortController();

test('English documents are found by a question in German, and German ones by one in English', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'sayso-languages-'));
  const file = join(folder.path, 'notes.sqlite');
  const documents = [
    { url: 'https://a.example/1', title: 'Rates', text: 'The currency of Hungary is what the bank has set.' },
    {
      url: 'https://a.example/2',
      title: 'Holidays',
      text: 'The number of days that an employee has in a year is 30.',
    },
    {
      url: 'https://a.example/3',
      title: 'Büro',
      text: 'Die Adresse von unserem Büro ist in der Stadt, und zwar im Norden.',
    },
    {
      url: 'https://a.example/4',
      title: 'Schlüssel',
      text: 'Wir haben die Schlüssel für das Lager nicht mehr in der Schublade.',
    },
  ];
  await indexCollection({ documents, file }, signal);
  const collection = createCollection({ file });
  const firstFor = async (text: string) => {
    const scope = { ...ANY_SCOPE, language: 'auto' };
    const outcome = await collection.search({ text, limit: 3, scope }, signal);
    return outcome.status === 'ok' ? outcome.hits[0]?.url : undefined;
  };
  assert.equal(await firstFor('Wie viele Tage Urlaub hat ein Mitarbeiter?'), 'https://a.example/2');
  assert.equal(await firstFor('What is the address of the office?'), 'https://a.example/3');
});

test('a question in the only language of the documents stays as it is', () => {
  assert.equal(inLanguages('Welche Währung hat Ungarn?', ['de']), 'Welche Währung hat Ungarn?');
});
