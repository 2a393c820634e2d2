import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from '../../test/support/properties.ts';
import { readContent } from './content.ts';

const { signal } = new AbortController();

async function textOf(body: string | Uint8Array, type: string): Promise<string> {
  const content = await readContent(Buffer.from(body), type, signal);
  return content.status === 'read' ? content.extracted.text : `skipped: ${content.reason}`;
}

test('reads plain text, and HTML that is labelled as plain text', async () => {
  assert.equal(await textOf('one\r\n\r\n\r\ntwo', 'text/plain'), 'one\n\ntwo');
  assert.equal(
    await textOf('<!doctype html><p>Some words.</p><p hidden>secret</p>', 'text/plain'),
    'Some words.',
  );
});

test('reads an article in JSON-LD', async () => {
  const articleBody = 'A sentence of the article. '.repeat(20).trim();
  assert.equal(
    await textOf(JSON.stringify({ '@type': 'NewsArticle', articleBody }), 'application/ld+json'),
    articleBody,
  );
});

test('reads a PDF', async () => {
  const content = 'BT /F1 12 Tf 72 700 Td (A line of a paper) Tj ET';
  const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;
  assert.equal(await textOf(pdf, 'application/octet-stream'), 'A line of a paper');
});

test('gives a reason for skipping content', async () => {
  assert.equal(await textOf('GIF89a', 'image/gif'), 'skipped: it is image/gif, which is not read');
  assert.equal(
    await textOf('%PDF-1.4 broken', 'application/pdf'),
    'skipped: it is a PDF that cannot be opened',
  );
  assert.equal(
    await textOf('no PDF', 'application/pdf'),
    'skipped: it is not a PDF, although its type says so',
  );
  assert.equal(await textOf('', 'application/pdf'), 'skipped: it is empty');
  assert.equal(await textOf('<p hidden>secret</p>', 'text/html'), 'skipped: it shows no text');
});

test('skips binary content that is labelled as text', async () => {
  const words = '<p>Some words to read, and some more of them.</p>';
  const packed = gzipSync(Buffer.from(words.repeat(20)));
  const picture = Buffer.from(`\x89PNG\r\n\x1a\n${'\x00\x01\x02\xff'.repeat(100)}`, 'latin1');
  for (const bytes of [packed, picture]) {
    for (const type of ['text/html', 'text/plain', 'text/markdown']) {
      const content = await readContent(bytes, type, signal);
      assert.deepEqual(content, { status: 'skipped', reason: 'it is not text, although its type says so' });
    }
  }
  assert.match(await textOf(`${words}\u0000\u0000${words}`, 'text/html'), /^Some words/);
});

test('turns any bytes into text without invisible characters, or says why not', async () => {
  const types = fc.constantFrom('text/html', 'text/plain', 'text/markdown', 'application/ld+json', '');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), types, async (bytes, type) => {
      const content = await readContent(bytes, type, signal);
      if (content.status === 'skipped') assert.match(content.reason, /^it (?:is|shows|could not)/);
      else {
        const { text } = content.extracted;
        assert.ok(text !== '' && text === text.trim() && text.isWellFormed(), JSON.stringify(text));
        assert.doesNotMatch(text, /[\0\u200b\u202e]/);
      }
    }),
  );
});

test('believes the bytes more than their type, and reads nothing else', async () => {
  const html = '<!-- a --> <html><p>Some words.</p>';
  for (const type of [
    ...['', 'application/octet-stream', 'binary/octet-stream', 'text/xml', 'application/xml', 'text/plain'],
    ...['text/markdown', 'application/json', 'application/pdf', 'image/png', '<b>/x'],
  ])
    assert.equal(await textOf(html, type), 'Some words.', type);
  for (const head of [
    '<?xml version="1.0"?>\n<!DOCTYPE html><html>',
    '\ufeff  <HTML lang=en>',
    '<head><title>Some words.</title></head>',
    '<title>Some words.</title>',
    '<meta charset=utf-8>',
  ])
    assert.equal(await textOf(`${head}<p>Some words.</p>`, 'text/plain'), 'Some words.', head);
  const utf16 = Buffer.from('\ufeff<!doctype html><p>Some words.', 'utf16le');
  assert.equal(await textOf(utf16, 'text/plain'), 'Some words.');
  assert.equal(await textOf('Write <html> first.', 'text/plain'), 'Write <html> first.');
  for (const type of ['application/xhtml+xml', 'TEXT/HTML; charset=utf-8', 'application/vnd.wap.xhtml+xml'])
    assert.equal(await textOf(html, type), 'Some words.', type);
  assert.equal(await textOf('words', ''), 'skipped: it is of an unknown type, which is not read');
  assert.equal(await textOf('<p>words', 'text/xml'), 'skipped: it is text/xml, which is not read');
  assert.equal(await textOf('words', 'image/png'), 'skipped: it is image/png, which is not read');
  assert.equal(await textOf('words', '<b>/x'), 'skipped: it is of an unknown type, which is not read');
  assert.equal(await textOf('%PDF-1.4 x', 'text/html'), 'skipped: it is a PDF that cannot be opened');
  assert.equal(await textOf(`${' '.repeat(30)}%PDF-1.4 x`, 'text/plain'), '%PDF-1.4 x');
});

test('a caller who leaves while a PDF is read gets the reason', async () => {
  const pdf = Buffer.from('%PDF-1.4 broken');
  const reason = new Error('left');
  await assert.rejects(
    readContent(pdf, 'application/pdf', AbortSignal.abort(reason)),
    (error) => error === reason,
  );
});

test('a title is cut at its limit, and longer names and languages are left out', async () => {
  const factsOf = async (over: number) => {
    const page = `<html lang="de-${'abcdefgh-'.repeat(4).slice(0, 32 + over)}"><title>${'𝒂'.repeat(300 + over)}</title>
      <meta property="og:site_name" content="${'S'.repeat(120 + over)}">
      <a rel="author">${'A'.repeat(100)}</a><a rel="author">${'B'.repeat(18 + over)}</a><p>Some words.</p>`;
    const content = await readContent(Buffer.from(page), 'text/html', signal);
    return content.status === 'read' ? content.extracted : assert.fail(content.reason);
  };
  const { title, siteName, author, language } = await factsOf(0);
  assert.deepEqual([title, siteName, language?.length], ['𝒂'.repeat(300), 'S'.repeat(120), 35]);
  assert.equal(author?.length, 120);
  const longer = await factsOf(1);
  assert.equal(longer.title, `${'𝒂'.repeat(299)}…`);
  assert.deepEqual([longer.siteName, longer.author, longer.language], [null, null, null]);
});
