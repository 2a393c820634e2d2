import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type FixedReplies, startTextInterface } from '../../../test/support/fixed-replies.ts';
import type { Documents } from '../../core/service.ts';
import type { Interface } from '../http/interface.ts';
import type { RestDeps } from '../rest/answering.ts';
import { type SiteDeps, site } from './site.ts';
import { GLOBE, iconAddress, pictureAddress } from './site-images.ts';

const folder = mkdtempSync(join(tmpdir(), 'sayso-site-'));
after(() => rmSync(folder, { recursive: true }));
const PAGE =
  '<!doctype html>\n<html lang="en">\n<head><link rel="icon" href="icon-A.svg">' +
  '<link rel="stylesheet" href="style-A.css"></head></html>';
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'main-ABCDEFG1.js'), 'script');
writeFileSync(join(folder, 'plain.js'), 'other');
const ABOUT = {
  'web model': { headline: 'Ask the web.', introduction: 'It searches the web.' },
  'documents quotes': { headline: 'Ask these documents.', introduction: 'It searches documents.' },
};
writeFileSync(join(folder, 'about.json'), JSON.stringify(ABOUT));
writeFileSync(join(folder, 'index.html.br'), `small ${PAGE}`);
writeFileSync(join(folder, 'plain.js.br'), 'small other');

type Given = FixedReplies & { readonly site?: Partial<SiteDeps> };
type Sent = { readonly headers?: Record<string, string>; readonly method?: 'GET' | 'HEAD' };

/** The site with these parts, and the usual ones. */
function siteWith(own: Partial<SiteDeps> = {}): Interface<RestDeps> {
  const installation = { searches: 'web', writes: 'model' } as const;
  const usual = {
    folder,
    examples: [],
    installation,
    documents: [],
    signer: null,
    siteIcon: null,
    picture: null,
  };
  return { ...site, addRoutes: (app, deps) => site.addRoutes(app, { ...deps, ...usual, ...own }) };
}

async function send(
  url: string,
  { headers = {}, method = 'GET' }: Sent = {},
  { site: own = {}, ...replies }: Given = {},
) {
  await using started = await startTextInterface(siteWith(own), replies);
  const reply = await started.app.inject({ method, url, headers: { host: 'sayso.example', ...headers } });
  return {
    status: reply.statusCode,
    headers: reply.headers,
    body: reply.body,
    question: started.requests.questions[0],
  };
}

test('a file is sent again only if it has changed, and compressed for callers that accept it', async () => {
  const brotli = { 'accept-encoding': 'gzip, br' };
  const tags = [];
  for (const [url, content] of [
    ['/', PAGE],
    ['/plain.js', 'other'],
  ] as const) {
    const [whole, small] = [await send(url), await send(url, { headers: brotli })];
    assert.deepEqual([whole.body, whole.headers['content-encoding']], [content, undefined]);
    assert.deepEqual([small.body, small.headers['content-encoding']], [`small ${content}`, 'br']);
    assert.equal(small.headers['content-type'], whole.headers['content-type']);
    assert.match(
      `${whole.headers['content-type']}`,
      /^(?:text\/html|application\/javascript); charset=utf-8$/,
    );
    tags.push(`${whole.headers.etag}`, `${small.headers.etag}`);
  }
  assert.equal(new Set(tags).size, 4);
  const [tag = '', ...others] = tags;
  for (const named of [tag, [...others, tag].join(', '), '*']) {
    const { status, body, headers } = await send('/', { headers: { 'if-none-match': named } });
    assert.deepEqual([status, body, headers.etag], [304, '', tag], named);
  }
  assert.equal((await send('/', { headers: { 'if-none-match': others.join(',') } })).status, 200);
  assert.equal((await send('/', { headers: { 'accept-encoding': 'br;q=0' } })).body, PAGE);
  assert.equal((await send('/plain.js.br')).status, 404);
});

test('a file that cannot be sent is refused with an error in JSON that nobody caches', async () => {
  const brotli = { 'accept-encoding': 'br' };
  const other = await send('/main-ABCDEFG1.js', { headers: { ...brotli, 'if-match': '"x"' } });
  const whole = await send('/plain.js', { headers: { range: 'bytes=9999-' } });
  assert.deepEqual([whole.status, whole.body], [200, 'other']);
  const gone = join(folder, 'gone-ABCDEFG1.js');
  writeFileSync(gone, 'gone');
  await using started = await startTextInterface(siteWith());
  rmSync(gone);
  const missing = await started.app.inject({ url: '/gone-ABCDEFG1.js', headers: brotli });
  for (const [status, { headers, body }] of [
    [other.status, other],
    [missing.statusCode, missing],
  ] as const) {
    assert.equal(typeof JSON.parse(body).error, 'string');
    assert.match(`${headers['content-type']}`, /^application\/json/);
    assert.doesNotMatch(`${headers['cache-control']}`, /max-age/);
    assert.equal(headers['content-encoding'], undefined);
    assert.ok(status === 404 || status === 412, `${status}`);
  }
});

test('a page with a question continues without script, and asks at once only for its visitor', async () => {
  const askOf = async (headers: Record<string, string>) => {
    const { body, headers: sent } = await send('/?q=%20a%20%26%20b%20', { headers });
    assert.match(
      body,
      /<noscript><meta http-equiv="refresh" content="0;url=search\?q=a%20%26%20b"><\/noscript>/,
    );
    assert.equal(sent['cache-control'], 'no-store');
    return /data-ask="(\w+)"/.exec(body)?.[1] ?? null;
  };
  const click = { 'sec-fetch-user': '?1', 'sec-fetch-dest': 'document' };
  assert.equal(await askOf({}), 'keyless');
  assert.equal(await askOf({ 'sec-fetch-site': 'none' }), 'yes');
  assert.equal(await askOf({ 'sec-fetch-site': 'same-origin' }), 'yes');
  assert.equal(await askOf({ 'sec-fetch-site': 'cross-site' }), null);
  assert.equal(await askOf({ 'sec-fetch-site': 'cross-site', ...click }), 'yes');
  assert.equal(await askOf({ 'sec-fetch-site': 'cross-site', ...click, 'sec-purpose': 'prefetch' }), null);
  const { body } = await send('/?q=%20');
  assert.doesNotMatch(body, /noscript/);
});

test('a page that was not built says what to run', async () => {
  await assert.rejects(send('/', {}, { site: { folder: join(folder, 'none') } }), {
    code: 'misconfigured',
    message: 'The page is not built. Run `npm run build` once, or start with `npm start`.',
  });
});

test('an icon is asked for only if an answer signed its site, and is a globe otherwise', async () => {
  const asked: string[] = [];
  const siteIcon: SiteDeps['siteIcon'] = async (origin) => {
    asked.push(origin);
    return origin.includes('none') ? null : { mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
  };
  const site = { siteIcon };
  const found = await send(`/${iconAddress('https://a.example/x?y')}`, {}, { site });
  assert.deepEqual(
    [found.headers['content-type'], found.headers['cache-control'], found.body],
    ['image/png', 'private, max-age=604800', '\u0001\u0002\u0003'],
  );
  const forged = iconAddress('https://a.example/').replace('a.example', 'b.example');
  const short = iconAddress('https://a.example/').replace(/sign=.*/, 'sign=AA');
  for (const path of ['icon', forged, short, iconAddress('https://none.example/')]) {
    const { headers, body } = await send(`/${path}`, {}, { site });
    assert.deepEqual([body, headers['content-type']], [GLOBE, 'image/svg+xml']);
    assert.equal(headers['cache-control'], 'private, max-age=3600');
  }
  assert.deepEqual(asked, ['https://a.example', 'https://none.example']);
  assert.equal((await send(`/${iconAddress('https://a.example/')}`)).body, GLOBE);
  assert.equal(iconAddress('no address'), '');
  assert.match(iconAddress('https://a.example/'), /&sign=[\w-]{22}$/, 'a signature has 128 bits');
  assert.equal(iconAddress('https://a.example/1'), iconAddress('https://a.example/2'));
});

test('without JavaScript, the answer is a small document that loads nothing', async () => {
  const { status, body, headers, question } = await send('/search?q=Wer%20%3Cb%3E%3F&country=de');
  assert.equal(status, 200);
  assert.match(body, /^<!doctype html>/);
  assert.match(body, /Wer &lt;b&gt;\?/);
  assert.match(body, /<p>Yes \[1\]\.<\/p>/);
  assert.doesNotMatch(body, /<script|<link|<b>/);
  assert.match(String(headers['content-security-policy']), /^default-src 'none';/);
  assert.deepEqual([headers['cache-control'], headers['x-robots-tag']], ['no-store', 'noindex']);
  assert.deepEqual(
    [question?.text, question?.scope.country, question?.deadlineMs],
    ['Wer <b>?', 'DE', 30_000],
  );
});

test('no answer is made without a question, ahead of time or within a page', async () => {
  for (const [url, headers, status] of [
    ['/search', {}, 400],
    ['/search?q=%20', {}, 400],
    [`/search?q=${'x'.repeat(101)}`, {}, 400],
    ['/search?q=x&country=germany', {}, 400],
    ['/search?q=x', { 'sec-purpose': 'prefetch' }, 403],
    ['/search?q=x', { 'sec-fetch-dest': 'image' }, 403],
  ] as const) {
    const { status: sent, question } = await send(url, { headers: { ...headers } });
    assert.deepEqual([sent, question], [status, undefined], `${url} ${JSON.stringify(headers)}`);
  }
  const head = await send('/search?q=x', { method: 'HEAD' });
  assert.deepEqual([head.status, head.question], [200, undefined]);
});

test('sites that a question is limited to are separated by commas', async () => {
  const { question } = await send('/search?q=x&only_sites=a.example,%20,b.example&never_sites=');
  assert.deepEqual(question?.scope.sites, { only: ['a.example', 'b.example'], never: [] });
});

const LONG = Array.from({ length: 120 }, (_, at) => `Piece ${at}. `);

function documentOf(pieces: readonly string[] | null) {
  if (pieces === null) return null;
  return {
    title: 'A <b>',
    partCount: pieces.length,
    async *parts(from?: number, to?: number) {
      yield* pieces.slice(from, to);
    },
  };
}

const DOCUMENTS: Documents = {
  name: 'engine_a',
  sampleWord: async () => null,
  find: async (path) => documentOf(path === 'a b/c' ? ['\nOne & ', '<two>'] : path === 'long' ? LONG : null),
};
const PATH = '/documents/engine_a/a%20b/c';

test('a document is a page without script, or plain text, and readable only here', async () => {
  const site = { documents: [DOCUMENTS] };
  const { body, headers, status } = await send(PATH, {}, { site });
  assert.equal(status, 200);
  assert.match(body, /^<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">/);
  assert.match(body, /<title>A &lt;b&gt;<\/title>/);
  assert.match(body, /<h1 dir="auto">A &lt;b&gt;<\/h1>\n<pre dir="auto">\n\nOne &amp; &lt;two&gt;<\/pre>/);
  assert.match(body, /<\/main>\n<\/body>\n<\/html>\n$/);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-.*; sandbox$/,
  );
  assert.deepEqual(
    [headers['cache-control'], headers['x-robots-tag'], headers.vary, headers['access-control-allow-origin']],
    ['private, no-cache', 'noindex', 'Accept, Accept-Language', undefined],
  );
  assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
  const plain = await send(PATH, { headers: { accept: 'Text/Plain' } }, { site });
  assert.deepEqual(
    [plain.body, plain.headers['content-type']],
    ['\nOne & <two>', 'text/plain; charset=utf-8'],
  );
  const head = await send(PATH, { method: 'HEAD' }, { site });
  assert.deepEqual([head.status, head.body], [200, '']);
  for (const wrong of ['/documents/engine_b/a%20b/c', '/documents/engine_a/x', '/documents/%zz'])
    assert.ok([400, 404].includes((await send(wrong, {}, { site })).status), wrong);
  assert.equal((await send(PATH)).status, 404);
});

test('a long document is shown page by page, with links in the language of the reader', async () => {
  const site = { documents: [DOCUMENTS] };
  const url = '/documents/engine_a/long';
  const show = (query: string, headers: Record<string, string> = {}) =>
    send(url + query, { headers }, { site });
  const { body } = await show('?until=1&signature=a%2Bb');
  assert.match(body, /<pre dir="auto">\nPiece 0\. [^<]*Piece 49\. <\/pre>/);
  assert.equal(body.match(/<span>Page 1 of 3<\/span>/g)?.length, 2, 'above and below the text');
  assert.doesNotMatch(body, /rel="prev"/);
  assert.match(body, /<a rel="next" href="\?until=1&amp;signature=a%2Bb&amp;page=2">Next<\/a>/);
  const second = await show('?page=2', { 'accept-language': 'de' });
  assert.match(second.body, /<pre dir="auto">\nPiece 50\. [^<]*Piece 99\. <\/pre>/);
  assert.match(second.body, /<nav lang="de" dir="ltr">\n<a rel="prev" href="\?page=1">Zurück<\/a>/);
  const last = await show('?page=3', { 'accept-language': 'ar' });
  assert.match(last.body, /<nav lang="ar" dir="rtl">/);
  assert.match(last.body, /Piece 119\. <\/pre>/);
  assert.doesNotMatch(last.body, /rel="next"/);
  assert.equal((await show('?page=2', { accept: 'text/plain' })).body, LONG.join(''));
  for (const wrong of ['4', '0', '-1', '1.5', 'x', '9999999']) {
    const refused = await show(`?page=${wrong}`);
    assert.equal(refused.status, 404, wrong);
    assert.match(refused.body, /its pages are 1 to 3/);
  }
  const short = await send(PATH, {}, { site });
  assert.doesNotMatch(short.body, /<nav/);
});

test('a picture is asked for only if an answer signed its address, and is missing otherwise', async () => {
  const asked: string[] = [];
  const picture: SiteDeps['picture'] = async (address) => {
    asked.push(address);
    return address.includes('none') ? null : { mediaType: 'image/jpeg', bytes: new Uint8Array([1, 2, 3]) };
  };
  const site = { picture };
  const path = pictureAddress('https://a.example/b.jpg?c=d&e');
  const found = await send(`/${path}`, {}, { site });
  assert.deepEqual([found.status, found.headers['content-type']], [200, 'image/jpeg']);
  assert.equal(found.headers['cache-control'], 'private, max-age=604800');
  const others = [path.replace('b.jpg', 'c.jpg'), path.replace('picture', 'icon'), 'picture'];
  for (const other of others)
    assert.notEqual((await send(`/${other}`, {}, { site })).headers['content-type'], 'image/jpeg');
  const none = await send(`/${pictureAddress('https://none.example/')}`, {}, { site });
  assert.deepEqual([none.status, none.headers['cache-control']], [404, 'private, max-age=3600']);
  assert.deepEqual(asked, ['https://a.example/b.jpg?c=d&e', 'https://none.example/']);
  assert.equal((await send(`/${path}`)).status, 404);
});
