import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'parse5';
import { startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import fc from './support/properties.ts';
import { hanging, startSearchServer, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 13; CUBOT NOTE 40 Build/TP1A) Chrome/140.0 Mobile Safari/537.36';
const FROM_HERE = { 'user-agent': PHONE, 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };

/** The searches, without the check whether the host can be reached. */
const questions = ({ asked }: { readonly asked: readonly string[] }) => asked.filter((text) => text !== '');

async function startBed(environment: Readonly<Record<string, string>> = {}) {
  const search = await startSearchServer();
  const model = await startModelServer(
    streaming('It keeps its gills [1].\n\n', '<script>alert(1)</script> is text.\n\nThe', ' end [2].'),
  );
  const service = await startTestService({
    SEARCH_PRIMARY_URL: search.url,
    MODEL_BASE_URL: model.url,
    ...environment,
  });
  return {
    search,
    model,
    service,
    get: (path: string, headers: Record<string, string> = FROM_HERE, init: RequestInit = {}) =>
      fetch(service.url + path, { headers, ...init }),
    async [Symbol.asyncDispose]() {
      await service.stop();
      await Promise.all([search[Symbol.asyncDispose](), model[Symbol.asyncDispose]()]);
    },
  };
}

test('the answer is a plain document: form with the question, sources, blocks, end', async () => {
  await using bed = await startBed();
  const response = await bed.get('/search?q=What+is+an+%22axolotl%22%3F');
  assert.equal(response.status, 200);
  const { headers } = response;
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-robots-tag'), 'noindex');
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
  // Browsers request an icon in any case; if the policy refused it, the console would show an error.
  assert.match(policy, /img-src 'self'/);
  const html = await response.text();
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? [];
  assert.equal((await bed.get(`/${icon}`)).headers.get('content-type'), 'image/svg+xml');
  const order = [
    '<form',
    'value="What is an &quot;axolotl&quot;?"',
    'Searching the web',
    'href="https://animals.test/axolotl"',
    'gills',
    'class="citation"',
    '&lt;script&gt;',
    'Done.',
    '</html>',
  ];
  for (const [at, part] of order.entries()) {
    const before = html.indexOf(order[at - 1] ?? '');
    assert.ok(html.indexOf(part) >= before, `${part} comes too early or not at all`);
  }
  assert.doesNotMatch(html, /<script/);
});

test('the form is sent before the search has ended, and a reader who leaves ends the search', async () => {
  await using bed = await startBed();
  bed.search.script = hanging;
  const leaving = new AbortController();
  const response = await bed.get('/search?q=axolotl', FROM_HERE, { signal: leaving.signal });
  const { value } = (await response.body?.getReader().read()) ?? {};
  assert.match(new TextDecoder().decode(value), /<form[\s\S]*Searching the web/);
  leaving.abort();
  await bed.search.dropped;
});

test('sources and closed blocks are sent while the model writes; a reader who leaves stops it', async () => {
  await using bed = await startBed();
  bed.model.script = streamingThenHanging(
    'First block [1].\n\nSecond',
    ' block.\n\nThird one.\nMore of it. ',
  );
  const leaving = new AbortController();
  const response = await bed.get('/search?q=axolotl', FROM_HERE, { signal: leaving.signal });
  let html = '';
  for await (const piece of response.body ?? []) {
    html += new TextDecoder().decode(piece);
    if (html.includes('First block')) break;
  }
  assert.match(html, /animals\.test[\s\S]*First block/);
  leaving.abort();
  await bed.model.dropped;
});

test('errors are reported in words, in the document', async () => {
  await using bed = await startBed({ MODEL_ONLY_FALLBACK: 'off' });
  bed.search.script = withStatus(500);
  const failed = await (await bed.get('/search?q=axolotl')).text();
  assert.match(failed, /role="alert"[\s\S]*Primary[\s\S]*<\/html>/);
  assert.equal((await bed.get(`/search?q=${'a'.repeat(2001)}`)).status, 400);
  const blank = await bed.get('/search?q=+');
  assert.deepEqual([blank.status, /Type a question/.test(await blank.text())], [200, true]);
  assert.deepEqual(questions(bed.search), ['axolotl']);
});

test('requests without a waiting reader cost neither a search nor a model call', async () => {
  await using bed = await startBed();
  const statusOf = async (headers: Record<string, string>, init?: RequestInit) => {
    const response = await bed.get('/search?q=axolotl', headers, init);
    await response.text();
    return response.status;
  };
  const refused: readonly Record<string, string>[] = [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' },
  ];
  for (const headers of refused) assert.equal(await statusOf(headers), 403, JSON.stringify(headers));
  const formOnly: readonly Record<string, string>[] = [
    { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
    { 'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    { 'user-agent': 'Mozilla/5.0 (compatible; SomeNewBot/2.1)' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of formOnly) assert.equal(await statusOf(headers), 200, JSON.stringify(headers));
  assert.equal(await statusOf(FROM_HERE, { method: 'HEAD' }), 200);
  assert.deepEqual([questions(bed.search), bed.model.calls], [[], 0]);

  const asking: readonly Record<string, string>[] = [
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site', 'sec-fetch-user': '?1' },
    { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none', 'user-agent': PHONE },
    { 'user-agent': 'Lynx/2.9.0' },
  ];
  for (const headers of asking) assert.equal(await statusOf(headers), 200);
  assert.ok(questions(bed.search).length > 0);
});

test('images, frames and prefetches of other pages cost no call, scripts and clicks do', async () => {
  await using bed = await startBed();
  const statusOf = async (headers: Record<string, string>) =>
    (await bed.get('/api/v1/query?q=axolotl', headers)).status;
  const others = { 'sec-fetch-site': 'cross-site' };
  for (const headers of [
    { 'sec-purpose': 'prefetch' },
    { ...others, 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    { ...others, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
    { ...others, 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' },
  ])
    assert.equal(await statusOf(headers), 403, JSON.stringify(headers));
  assert.deepEqual([questions(bed.search), bed.model.calls], [[], 0]);
  for (const headers of [
    {},
    { ...others, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
    { ...others, 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' },
  ])
    assert.equal(await statusOf(headers), 200, JSON.stringify(headers));
});

test('if keys are needed, the document says that a form cannot send one', async () => {
  await using bed = await startBed({ API_KEYS: 'one-key' });
  const refused = await bed.get('/search?q=axolotl');
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(await refused.text(), /a form cannot send one/);
  assert.equal((await bed.get('/search?q=axolotl', { 'x-api-key': 'one-key' })).status, 200);
});

test('the document is in the language that the browser requests', async () => {
  await using bed = await startBed({ MODEL_PROVIDER: 'extractive' });
  const openingIn = async (language: string) => {
    const headers = { ...FROM_HERE, 'accept-language': language };
    const html = await (await bed.get('/search?q=axolotl', headers)).text();
    return [/<html[^>]*>/.exec(html)?.[0], /<h2 id="sources">([^<]*)/.exec(html)?.[1]];
  };
  assert.deepEqual(await openingIn('de-AT,de;q=0.9,en;q=0.8'), ['<html lang="de" dir="ltr">', 'Quellen']);
  assert.deepEqual(await openingIn('nl, ar;q=0.5'), ['<html lang="ar" dir="rtl">', 'المصادر']);
  for (const other of ['nl', '*', 'not a language; q=x'])
    assert.deepEqual(await openingIn(other), ['<html lang="en" dir="ltr">', 'Sources'], other);
  const { status, headers } = await bed.get('/search?q=axolotl', { ...FROM_HERE, 'accept-language': 'fr' });
  assert.deepEqual([status, headers.get('vary')?.toLowerCase().includes('accept-language')], [200, true]);
});

test('answers of the document count towards the rate limit, HEAD requests do not', async () => {
  await using bed = await startBed({ RATE_LIMIT: '1/hour' });
  assert.equal((await bed.get('/search?q=axolotl')).status, 200);
  const over = await bed.get('/search?q=axolotl');
  assert.equal(over.status, 429);
  assert.match(await over.text(), /role="alert"[\s\S]*Too many questions/);
  assert.equal((await bed.get('/search', FROM_HERE, { method: 'HEAD' })).status, 200);
});

test('no part of a question becomes markup', async () => {
  await using bed = await startBed({ MODEL_PROVIDER: 'extractive' });
  const evil = fc.constantFrom(
    '<img src=x onerror=alert(1)>',
    '"><script>x</script>',
    "' autofocus onfocus=x ",
    '</title>',
    '<!--',
    '&lt;b&gt;',
    '\u2028',
    '{{',
    '$&',
    'x',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(evil, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 4 }),
      async (parts) => {
        const question = `q${parts.join('').slice(0, 200)}`.toWellFormed();
        const html = await (await bed.get(`/search?q=${encodeURIComponent(question)}`)).text();
        const { elements, values } = contentOf(html);
        assert.deepEqual(
          elements.filter((name) => ['script', 'img', 'b'].includes(name)),
          [],
        );
        assert.equal(values.find(([name]) => name === 'value')?.[1], question.replace(/\r\n?/g, '\n'));
        assert.ok(values.every(([name]) => !name.startsWith('on') && name !== 'autofocus'));
        const page = contentOf(await (await bed.get(`/?q=${encodeURIComponent(question)}`)).text());
        assert.ok(page.values.every(([name]) => !name.startsWith('on')));
      },
    ),
    { numRuns: 30 },
  );
});

type Node = { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: Node[] };

function contentOf(html: string): { elements: string[]; values: [string, string][] } {
  const elements: string[] = [];
  const values: [string, string][] = [];
  const walk = (node: Node) => {
    elements.push(node.nodeName);
    for (const { name, value } of node.attrs ?? []) values.push([name, value]);
    for (const child of node.childNodes ?? []) walk(child);
  };
  walk(parse(html) as Node);
  return { elements, values };
}
