import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type LocalServer, serve, serveSockets, start } from '../../test/support/local-server.ts';
import { UNTRUSTED_CERTIFICATE } from '../../test/support/untrusted-certificate.ts';
import { createPageFetch, type PageFetchOptions } from './page-fetch.ts';
import { NOT_PUBLIC } from './page-policy.ts';

const forever = new AbortController().signal;
/** The time limit for tests that let it expire. */
const BRIEF = { timeoutMs: 200 };
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';

/** Returns the reason why a page is skipped, after waiting until no connection is open. */
async function reasonFor(
  url: string,
  server: LocalServer | null,
  more: Partial<PageFetchOptions> = {},
): Promise<string> {
  const pages = createPageFetch({
    userAgent: 'Sayso/1 (test)',
    allow: [{ to: { kind: 'network', address: '127.0.0.1', prefixBits: 32 }, port: null }],
    timeoutMs: 60_000,
    ...more,
  });
  const outcome = await pages.fetch(url, forever);
  await server?.noSocketsLeft();
  await pages.close();
  return outcome.status === 'skipped' ? outcome.reason : 'fetched';
}

/** The bytes that a server sends, and how its connection ends. */
type Script = { readonly says: string | Buffer; readonly ends: 'open' | 'closed' | 'reset' };

function perform({ says, ends }: Script): Promise<LocalServer> {
  return serveSockets((socket) =>
    socket.once('data', () =>
      socket.write(says, () => {
        if (ends === 'closed') socket.end();
        else if (ends === 'reset') socket.resetAndDestroy();
      }),
    ),
  );
}

const scripts: readonly (readonly [string, Script, RegExp])[] = [
  ['says nothing', { says: '', ends: 'open' }, /^page not complete within 200 ms$/],
  ['stops inside the body', { says: `${HEAD}\r\nhalf`, ends: 'open' }, /^page not complete within 200 ms$/],
  ['closes without a word', { says: '', ends: 'closed' }, /^connection closed before/],
  [
    'breaks off between chunks',
    { says: `${HEAD}transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n`, ends: 'closed' },
    /^connection closed before/,
  ],
  [
    'sends malformed chunks',
    { says: `${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`, ends: 'open' },
    /not HTTP/,
  ],
  [
    'sends headers without end',
    { says: `${HEAD}${`x-filler: ${'y'.repeat(500)}\r\n`.repeat(200)}`, ends: 'open' },
    /headers are too large/,
  ],
  [
    'breaks off inside a compressed body',
    {
      says: Buffer.concat([
        Buffer.from(`${HEAD}content-encoding: gzip\r\n\r\n`),
        gzipSync('words '.repeat(99)).subarray(0, 20),
      ]),
      ends: 'closed',
    },
    /^it cannot be decompressed$/,
  ],
  [
    'has two encodings in two fields',
    { says: `${HEAD}content-encoding: gzip\r\ncontent-encoding: gzip\r\n\r\nhalf`, ends: 'open' },
    /an encoding that was not requested/,
  ],
  [
    'redirects to what is no URL',
    { says: 'HTTP/1.1 302 Found\r\nlocation: http://[\r\n\r\n', ends: 'open' },
    /without saying where to/,
  ],
  [
    'redirects to another scheme',
    { says: 'HTTP/1.1 302 Found\r\nlocation: ftp://example.org/\r\n\r\n', ends: 'open' },
    /only http and https/,
  ],
  [
    'redirects to itself',
    { says: 'HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n', ends: 'open' },
    /more than 5 times/,
  ],
];

test('a host that misbehaves costs the page, at most the time limit, and no connection', async () => {
  for (const [what, script, words] of scripts) {
    await using server = await perform(script);
    // Only a host that never finishes uses up the time limit.
    const limit = words.source.includes('within') ? BRIEF : {};
    assert.match(await reasonFor(server.url, server, limit), words, `a host that ${what}`);
  }
});

test('the headers have a shorter time limit than the page', async () => {
  await using server = await serve(() => undefined);
  const reason = await reasonFor(server.url, server, { headersTimeoutMs: 80 });
  assert.equal(reason, 'no answer within 80 ms');
});

test('a resolver that never replies is cut off; no address and a private one end alike', async () => {
  const url = 'http://name.example/';
  assert.equal(
    await reasonFor(url, null, { ...BRIEF, resolve: () => new Promise(() => undefined) }),
    'page not complete within 200 ms',
  );
  for (const code of ['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'ETIMEOUT']) {
    const resolve = async () => {
      throw Object.assign(new Error(code), { code });
    };
    assert.equal(await reasonFor(url, null, { resolve }), NOT_PUBLIC);
  }
  assert.equal(await reasonFor(url, null, { resolve: async () => [] }), NOT_PUBLIC);
  assert.equal(await reasonFor(url, null, { allow: [], resolve: async () => ['10.0.0.7'] }), NOT_PUBLIC);
});

test('a status without a page is the reason', async () => {
  await using server = await serve((request, response) =>
    response.writeHead(Number((request.url ?? '').slice(1))).end('a page about it'),
  );
  for (const status of [204, 206, 304, 404, 503])
    assert.equal(await reasonFor(`${server.url}/${status}`, server), `it answered with status ${status}`);
});

test('an untrusted certificate and a server that does not speak TLS are refused', async () => {
  const certificate = { key: UNTRUSTED_CERTIFICATE, cert: UNTRUSTED_CERTIFICATE };
  await using tls = await start(createTlsServer(certificate), 'https');
  assert.match(await reasonFor(tls.url, tls), /^TLS certificate not accepted: it is self-signed/);
  await using plain = await serve((_request, response) => response.end());
  assert.match(await reasonFor(`https://127.0.0.1:${plain.port}/`, plain), /TLS handshake/);
  await using silent = await serveSockets(() => undefined);
  assert.match(
    await reasonFor(`https://127.0.0.1:${silent.port}/`, silent, BRIEF),
    /^page not complete within/,
  );
});

test('a page whose bytes never become text is dropped, whatever they are', async () => {
  const chunked = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
  const endless = [
    ['interim replies', '', `HTTP/1.1 103 Early Hints\r\nlink: </${'a'.repeat(1_000)}>\r\n\r\n`],
    ['an extension of a chunk', `${chunked}5;`, 'a'.repeat(1_000)],
    ['gzip members', `${HEAD}content-encoding: gzip\r\n\r\n`, gzipSync('')],
    ['tiny chunks', `${chunked}`, '1;abcdefghijklmnopqrstuvwxyz\r\na\r\n'],
  ] as const;
  for (const [what, begin, unit] of endless) {
    const block = Buffer.concat(Array.from({ length: 100 }, () => Buffer.from(unit)));
    await using server = await serveSockets((socket) =>
      socket.once('data', () => {
        socket.write(begin);
        const more = () => {
          while (!socket.destroyed && socket.write(block)) {}
        };
        socket.on('drain', more);
        more();
      }),
    );
    // Without a limit on the bytes, the time limit would end the page.
    const reason = await reasonFor(server.url, server, { headersTimeoutMs: 60_000 });
    assert.match(reason, /^it is larger than \d+ bytes$/, what);
  }
});
