import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDocumentUrl } from '@sayso/text/url.ts';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { Evidence, SearchReport } from '../core/events.ts';
import { type Caller, runOf } from '../core/run.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { SearchOnce, Service } from '../core/service.ts';
import { linkDocuments, linkFoundDocuments, readOwnDocuments } from './document-urls.ts';

const live = new AbortController().signal;
const request = { text: 'axolotl', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 };
const storedOf = (title: string, ...parts: readonly string[]) => ({
  title,
  partCount: parts.length,
  async *parts() {
    yield* parts;
  },
});
const find = async (path: string) => (path === 'b c.md' ? storedOf('X', 'x') : null);
const documents = [{ name: 'a', sampleWord: async () => null, find }];
const unasked = () => assert.fail('not asked');

const place = { publicUrl: () => 'http://localhost/', signer: { sign: () => 'a&b' } };
/** A caller at localhost whose links are signed. */
const caller: Caller = { name: '', documents: place };
const run = runOf(QUESTION, { caller, signal: live });
const searchOf = (search: SearchOnce) =>
  linkFoundDocuments(search, documents)(request, { caller, signal: live });

const document = 'a/b c.md';
const own = toDocumentUrl(document);
const link = 'http://localhost/documents/a/b%20c.md?a&b';
const record: SearchReport = {
  ...({ words: 'w', slot: 1, trail: [], outcome: { status: 'ok' } } as const),
  hits: [{ url: own, document }, { url: 'https://b.test/' }].map((each) => ({
    ...each,
    title: 't',
    snippet: 's',
  })),
};
const source = { ...(ANSWER.sources[0] ?? assert.fail('no source')), url: own, document };
const sources = [source, ...ANSWER.sources];

test('without documents, pages are read as they are', () => {
  assert.equal(readOwnDocuments(unasked, []), unasked);
});

test('documents in an answer, and nothing else, get addresses that the caller can open', async () => {
  const html = `<a href="${own}">a</a> <a href="https://a.example/">b</a> ${own}`;
  const answer = linkDocuments(() => eventsIn({ sources, html }), { documents });
  const events = await Array.fromAsync(answer(run));
  const told = events.find(({ type }) => type === 'sources');
  assert.ok(told?.type === 'sources');
  assert.deepEqual([told.sources[0]?.url, told.sources[1]?.url], [link, 'https://a.example/']);
  const end = events.at(-1);
  assert.ok(end?.type === 'answer-end');
  assert.equal(end.answer.sources[0]?.url, link);
  assert.equal(
    end.answer.html,
    `<a href="${link.replaceAll('&', '&amp;')}">a</a> <a href="https://a.example/">b</a> ${own}`,
  );
  assert.deepEqual(events[0], eventsOf()[0]);
});

test('documents among the hits get such addresses, web pages keep theirs', async () => {
  const { hits } = await searchOf(async () => record);
  assert.deepEqual(
    hits.map(({ url }) => url),
    [link, 'https://b.test/'],
  );
});

test('documents in the evidence get such addresses, and so do their events', async () => {
  const texts = new Map([[own, 'x']]);
  const evidence: Evidence = {
    ...{ meaning: '', searches: [record], texts, sources, language: 'en' },
    ...{ tokens: 0, calls: 0, isRushed: false },
  };
  const gather = linkDocuments(
    async function* () {
      yield { type: 'sources', sources, language: 'en' };
      yield { type: 'gather-end', evidence };
    },
    { documents },
  );
  const [first, last] = await Array.fromAsync(gather(run));
  assert.ok(first?.type === 'sources' && first.sources[0]?.url === link);
  const whole = last?.type === 'gather-end' ? last.evidence : assert.fail();
  assert.deepEqual([...(whole.texts ?? [])], [[link, 'x']]);
  assert.equal(whole.sources[0]?.url, link);
});

test('only the field says that something is a document, and only one that exists is linked', async () => {
  const hits = [
    { url: own, title: 't', snippet: 's' },
    { url: toDocumentUrl('a/none.md'), document: 'a/none.md', title: 't', snippet: 's' },
    { url: toDocumentUrl('../api/ask'), document: '../api/ask', title: 't', snippet: 's' },
  ];
  const found = await searchOf(async () => ({ ...record, hits }));
  const base = 'http://localhost/documents/';
  assert.deepEqual(
    found.hits.map(({ url }) => url),
    [own, base, base],
  );
});

test('a result of the web is not shown under the address of a document', async () => {
  const urls = ['a/b%20c.md', 'a/b%20c.md?x#y', '/a/b%20c.md'].map((path) => `//localhost/documents/${path}`);
  const others = [
    'http://localhost/documents',
    'http://localhost:8/documents/a',
    'http://a.test/documents/a',
  ];
  const forged = [...urls.flatMap((url) => [`http:${url}`, `https:${url}`]), 'HTTP://LOCALHOST//documents/a'];
  const hits = [...forged, ...others].map((url) => ({ url, title: 't', snippet: 's' }));
  const found = await searchOf(async () => ({ ...record, hits }));
  assert.deepEqual(
    found.hits.map(({ url }) => url),
    [...forged.map(() => 'http://localhost/documents/'), ...others],
  );
  // Without keys, both addresses are equal, and in the answer each link keeps its own.
  const open = 'http://localhost/documents/a/b%20c.md';
  const { document: _, ...page } = source;
  const html = `<a href="${own}">[1]</a><a href="${open}">[2]</a>`;
  const unsigned = { name: '', documents: { ...place, signer: null } };
  const answer = linkDocuments(
    () => eventsIn({ sources: [source, { ...page, index: 2, url: open }], html }),
    { documents },
  );
  const end = (await Array.fromAsync(answer({ ...run, caller: unsigned }))).at(-1);
  assert.ok(end?.type === 'answer-end');
  assert.equal(end.answer.html, `<a href="${open}">[1]</a><a href="http://localhost/documents/">[2]</a>`);
});

async function* eventsIn(over: Parameters<typeof eventsOf>[0]) {
  yield* eventsOf(over);
}

/** The reader of a service with the document `a/my notes/x%.md`. */
const readerOf = (read: Service['read']) => {
  const notes = storedOf('Notes', 'One. ', 'Two.');
  const findNotes = async (path: string) => (path === 'my notes/x%.md' ? notes : null);
  const linked = readOwnDocuments(read, [{ name: 'a', sampleWord: async () => null, find: findNotes }]);
  return (url: string) => linked?.(url, { caller, signal: live }) ?? assert.fail('no reader');
};

test('a document of the service is read from its index, also by a service that reads no pages', async () => {
  const address = 'http://localhost/documents/a/my%20notes/x%25.md';
  for (const url of [address, `${address}?sig=1#top`]) {
    const found = await readerOf(null)(url);
    assert.ok(found.status === 'read', url);
    assert.deepEqual([found.page.url, found.page.title, found.page.text], [url, 'Notes', 'One. Two.']);
  }
});

test('a path that names no document is skipped, even one with a broken escape', async () => {
  const internal = toDocumentUrl('a/my notes/x%.md');
  const wrong = ['a/other', 'b/x', 'a/%zz', '', '../etc/passwd'].map(
    (path) => `http://localhost/documents/${path}`,
  );
  for (const url of [...wrong, internal]) assert.equal((await readerOf(null)(url)).status, 'skipped', url);
});

test('all other pages are read as usual, or skipped by a service that reads none', async () => {
  const asked: string[] = [];
  const read = readerOf(async (url) => {
    asked.push(url);
    return { status: 'skipped', reason: 'test' };
  });
  await read('https://example.org/documents/a/x');
  assert.deepEqual(asked, ['https://example.org/documents/a/x']);
  assert.equal((await readerOf(null)('https://example.org/')).status, 'skipped');
});
