import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toDocumentUrl } from '@sayso/text/url.ts';
import { ANSWER, eventsOf, QUESTION } from '../../test/support/fixed-answer.ts';
import type { AnswerEvent, Evidence, SearchWithHits } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import { type ServiceWithDocumentUrls, withDocumentUrls } from './document-urls.ts';

const live = new AbortController().signal;
const request = { text: 'axolotl', limit: 3, scope: ANY_SCOPE, timeoutMs: 60_000 };
const stored = { title: 'X', partCount: 1, parts: () => ['x'] };
const find = (path: string) => (path === 'b c.md' ? stored : null);
const documents = [{ name: 'a', sampleWord: () => null, find }];
const unasked = () => assert.fail('not asked');

/** The functions of a service with documents, for a caller at localhost whose links are signed. */
const linkedOf = (own: Partial<ServiceWithDocumentUrls>) =>
  withDocumentUrls(
    { answer: unasked, gather: unasked, search: unasked, read: null, ...own, documents },
    { publicUrl: () => 'http://localhost/', signer: { sign: () => 'a&b' } },
  );

const document = 'a/b c.md';
const own = toDocumentUrl(document);
const link = 'http://localhost/documents/a/b%20c.md?a&b';
const record: SearchWithHits = {
  ...({ words: 'w', slot: 1, trail: [], outcome: { status: 'ok' } } as const),
  hits: [{ url: own, document }, { url: 'https://b.test/' }].map((each) => ({
    ...each,
    title: 't',
    snippet: 's',
  })),
};
const source = { ...(ANSWER.sources[0] ?? assert.fail('no source')), url: own, document };
const sources = [source, ...ANSWER.sources];

test('a service without documents is passed on as it is, and the address of the caller is not needed', () => {
  const service = { answer: unasked, gather: unasked, search: unasked, read: null, documents: [] };
  assert.equal(withDocumentUrls(service, { publicUrl: unasked, signer: null }), service);
});

test('documents in an answer, and nothing else, get addresses that the caller can open', async () => {
  const html = `<a href="${own}">a</a> <a href="https://a.example/">b</a> ${own}`;
  const { answer } = linkedOf({
    async *answer() {
      yield* eventsOf({ sources, html });
    },
  });
  const events = await Array.fromAsync(answer(QUESTION, live));
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
  const { hits } = await linkedOf({ search: async () => record }).search(request, live);
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
  const gathering = linkedOf({
    async *gather() {
      yield { type: 'sources', sources, language: 'en' };
      return evidence;
    },
  }).gather(QUESTION, live);
  const first = (await gathering.next()).value as AnswerEvent;
  assert.ok(first.type === 'sources' && first.sources[0]?.url === link);
  const { value } = await gathering.next();
  const whole = value as Evidence;
  assert.deepEqual([...(whole.texts ?? [])], [[link, 'x']]);
  assert.equal(whole.sources[0]?.url, link);
});

test('linked answers, evidence and hits end with their caller', async () => {
  const gone = AbortSignal.abort(new Error('left'));
  const { answer, gather, search } = linkedOf({
    async *answer(_, signal) {
      signal.throwIfAborted();
      yield { type: 'answer-delta', text: 'a' };
    },
    async *gather(_, signal) {
      signal.throwIfAborted();
      yield* [];
      throw new Error('not ended');
    },
    async search(_, signal) {
      signal.throwIfAborted();
      throw new Error('not ended');
    },
  });
  await assert.rejects(answer(QUESTION, gone).next(), /left/);
  await assert.rejects(gather(QUESTION, gone).next(), /left/);
  await assert.rejects(search(request, gone), /left/);
});

test('only the field says that something is a document, and only one that exists is linked', async () => {
  const hits = [
    { url: own, title: 't', snippet: 's' },
    { url: toDocumentUrl('a/none.md'), document: 'a/none.md', title: 't', snippet: 's' },
    { url: toDocumentUrl('../api/ask'), document: '../api/ask', title: 't', snippet: 's' },
  ];
  const found = await linkedOf({ search: async () => ({ ...record, hits }) }).search(request, live);
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
  const found = await linkedOf({ search: async () => ({ ...record, hits }) }).search(request, live);
  assert.deepEqual(
    found.hits.map(({ url }) => url),
    [...forged.map(() => 'http://localhost/documents/'), ...others],
  );
  // Without keys, both addresses are equal, and in the answer each link keeps its own.
  const open = 'http://localhost/documents/a/b%20c.md';
  const { document: _, ...page } = source;
  const html = `<a href="${own}">[1]</a><a href="${open}">[2]</a>`;
  const { answer } = withDocumentUrls(
    {
      answer: () => eventsIn({ sources: [source, { ...page, index: 2, url: open }], html }),
      ...{ gather: unasked, search: unasked, read: null, documents },
    },
    { publicUrl: () => 'http://localhost/', signer: null },
  );
  const end = (await Array.fromAsync(answer(QUESTION, live))).at(-1);
  assert.ok(end?.type === 'answer-end');
  assert.equal(end.answer.html, `<a href="${open}">[1]</a><a href="http://localhost/documents/">[2]</a>`);
});

async function* eventsIn(over: Parameters<typeof eventsOf>[0]) {
  yield* eventsOf(over);
}

/** The reader of a service with the document `a/my notes/x%.md`. */
const readerOf = (read: ServiceWithDocumentUrls['read']) => {
  const notes = { title: 'Notes', partCount: 2, parts: () => ['One. ', 'Two.'] };
  const findNotes = (path: string) => (path === 'my notes/x%.md' ? notes : null);
  const service = { answer: unasked, gather: unasked, search: unasked, read };
  const place = { publicUrl: () => 'http://localhost', signer: null };
  const linked = withDocumentUrls(
    { ...service, documents: [{ name: 'a', sampleWord: () => null, find: findNotes }] },
    place,
  );
  return linked.read ?? assert.fail('no reader');
};

test('a document of the service is read from its index, also by a service that reads no pages', async () => {
  const address = 'http://localhost/documents/a/my%20notes/x%25.md';
  for (const url of [address, `${address}?sig=1#top`]) {
    const found = await readerOf(null)(url, live);
    assert.ok(found.status === 'read', url);
    assert.deepEqual([found.page.url, found.page.title, found.page.text], [url, 'Notes', 'One. Two.']);
  }
});

test('a path that names no document is skipped, even one with a broken escape', async () => {
  const internal = toDocumentUrl('a/my notes/x%.md');
  const wrong = ['a/other', 'b/x', 'a/%zz', '', '../etc/passwd'].map(
    (path) => `http://localhost/documents/${path}`,
  );
  for (const url of [...wrong, internal])
    assert.equal((await readerOf(null)(url, live)).status, 'skipped', url);
});

test('all other pages are read as usual, or skipped by a service that reads none', async () => {
  const asked: string[] = [];
  const read = readerOf(async (url) => {
    asked.push(url);
    return { status: 'skipped', reason: 'test' };
  });
  await read('https://example.org/documents/a/x', live);
  assert.deepEqual(asked, ['https://example.org/documents/a/x']);
  assert.equal((await readerOf(null)('https://example.org/', live)).status, 'skipped');
});
