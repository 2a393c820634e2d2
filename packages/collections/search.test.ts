import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countChars } from '@sayso/text/text.ts';
import { stem, toWords } from '@sayso/text/words.ts';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { createExcerpt, createSearch, isAbout, isNamedAlone } from './search.ts';
import { openForWriting } from './sqlite-file.ts';
import { openSqliteSearch } from './sqlite-search.ts';
import { openSqliteStore } from './sqlite-store.ts';
import { toQueryWords } from './words.ts';

const filler = 'Nothing of interest stands here. '.repeat(30);

test('shows the sentences that hold the most words of the question', () => {
  const text = `${filler}A capital is a city. The capital of Angola is Luanda. ${filler}`;
  assert.match(createExcerpt(['capital', 'angola'])(text, 60), /^The capital of Angola is Luanda\./);
});

test('finds inflected, capitalised and accented forms', () => {
  for (const [sentence, word] of [
    ['Many Countries joined.', 'country'],
    ['MALMÖ has a bridge.', 'malmo'],
    ['北京是中国的首都。', '首都'],
  ]) {
    assert.ok(createExcerpt([word ?? ''])(`${filler}${sentence}`, 60).startsWith(sentence ?? ''));
  }
});

test('does not match within words', () => {
  assert.match(createExcerpt(['car'])(`${filler}A scar heals. The car stands.`, 20), /^The car stands/);
});

test('is one line of at most the requested length, for any text', () => {
  const unit = fc.constantFrom('a', ' ', '\n', '.', '. ', '。', '😀', 'word ', '\0', '\ud800');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 2_000 }), (text) => {
      const excerpt = createExcerpt(['word', 'a'])(text, 50);
      assert.ok(countChars(excerpt) <= 50 && !excerpt.includes('\n'));
    }),
  );
});

test('takes time in proportion to the text, also without a blank or with stops only', async () => {
  for (const unit of ['.', 'x', '?! ', 'x.', '. x', 'a '])
    await assertProportional(
      (chars) => createExcerpt(['a'])(unit.repeat(chars / unit.length), 300),
      20_000,
      unit,
    );
});

test('an excerpt of a long sentence begins near the word', () => {
  assert.match(createExcerpt(['found'])(`${'x '.repeat(600)}found it`, 240), /found it$/);
  assert.match(createExcerpt(['found'])(`${'x'.repeat(600)} found it`, 240), /found it$/);
});

test('takes little time for a long question, each word once, and for thousands of tiny sentences', () => {
  const japanese = 'なに。'.repeat(7_000);
  const started = process.cpuUsage();
  for (let round = 0; round < 5; round++)
    createExcerpt(toQueryWords(japanese.slice(0, 2_000)))(japanese, 300);
  const { user, system } = process.cpuUsage(started);
  // Each one took more than a second; now it takes about 10 ms.
  assert.ok(user + system < 1_000_000);
});

const asked = new Set(toWords('What is the capital of Fastify?').map(stem));

test('recognises a title whose subject is in the question, whatever follows the subject', () => {
  for (const title of ['Fastify', 'fastify: a web framework', 'Fastify - Wikipedia', 'Capital (city)'])
    assert.ok(isAbout(title, asked), title);
});

test('recognises a title that is also about something else', () => {
  for (const title of ['Fastify plugins', '@fastify/cors: Fastify CORS', 'Express: like Fastify', '', ':'])
    assert.ok(!isAbout(title, asked), title);
});

test('recognises a question that asks only for the title', () => {
  assert.ok(isNamedAlone('Peru', ['peru']));
  assert.ok(isNamedAlone('Costa Rica', ['rica', 'costa']));
  for (const title of ['Peru: economy', 'Peru and Chile', ''])
    assert.ok(!isNamedAlone(title, ['peru']), title);
  assert.ok(!isNamedAlone('Peru', ['capital', 'peru']));
});

/** An index with a document for each text, in a collection of its own. */
async function indexOf(texts: Readonly<Record<string, string>>) {
  const database = openForWriting(':memory:', 'once');
  const store = openSqliteStore(database);
  for (const [name, text] of Object.entries(texts)) {
    const source = await store.source(name, 'one');
    const document = { url: null, path: name, title: name, text };
    await source.write([{ key: name, mark: '', hash: '', is: 'document', document }]);
  }
  return { database, store };
}

test('finds a word that a document writes in another way', async () => {
  for (const [text, asked] of [
    ['O\u2019Reilly prints books.', "O'Reilly"],
    ['The \ufb01nance office.', 'finance'],
    ['It has 1,204 seats.', '1204'],
    ['Made in the U.S.A. only.', 'USA'],
  ] as const) {
    const { store } = await indexOf({ notes: text, others: filler });
    const found = await store.search({ text: asked, limit: 3 });
    assert.deepEqual(
      found.map(({ path }) => path),
      ['notes'],
      asked,
    );
    await store.close();
  }
});

test('never finds what is in another collection, even one that is new since the search began', async () => {
  const { database, store } = await indexOf({ open: 'The wombat digs.', secret: 'The wombat hides.' });
  const before = { ...openSqliteSearch(database), collections: async () => new Map([['open', 1]]) };
  const found = await createSearch(before)({ text: 'wombat', limit: 3, collections: ['open'] });
  assert.deepEqual(
    found.map(({ path }) => path),
    ['open'],
  );
  await store.close();
});
