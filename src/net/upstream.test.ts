import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { closedPort, serve, serveSockets, start } from '../../test/support/local-server.ts';
import { UNTRUSTED_CERTIFICATE } from '../../test/support/untrusted-certificate.ts';
import { Failure } from '../core/failure.ts';
import { createUpstream, type Upstream, type UpstreamCall } from './upstream.ts';
import { UpstreamError } from './upstream-error.ts';

const forever = new AbortController().signal;
assertNothingListens(forever);

function callTo(url: string, more: Partial<UpstreamCall> = {}): UpstreamCall {
  return { url, timeoutMs: 60_000, maxBytes: 10_000, ...more };
}

async function withUpstream(use: (upstream: Upstream) => Promise<void>): Promise<void> {
  const upstream = createUpstream({ userAgent: 'Sayso/1 (test)' });
  try {
    await use(upstream);
  } finally {
    await upstream.close();
  }
}

function failsWith(reason: UpstreamError['reason'], words: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof UpstreamError, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, words);
    return true;
  };
}

test('returns status, headers and text, and sends its user agent', async () => {
  await using server = await serve((request, response) => {
    response.writeHead(418, { 'Content-Type': 'Text/Plain; charset=latin1', 'X-Two': ['a', 'b'] });
    response.end(`\ufeff${request.headers['user-agent']} ${request.headers.accept} ${request.method} ö`);
  });
  await withUpstream(async (upstream) => {
    const reply = await upstream.request(callTo(server.url, { headers: { accept: 'text/*' } }), forever);
    assert.equal(reply.status, 418);
    assert.equal(reply.contentType, 'text/plain');
    assert.equal(reply.headers['x-two'], 'a, b');
    assert.equal(reply.text, 'Sayso/1 (test) text/* GET ö');
  });
});

test('sends a body, and the credentials in a URL as Basic authorization', async () => {
  await using server = await serve((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (body) => response.end(`${request.headers.authorization} ${body}`));
  });
  await withUpstream(async (upstream) => {
    const url = `http://me:p%40ss@127.0.0.1:${server.port}/`;
    const reply = await upstream.request(callTo(url, { method: 'POST', body: '{}' }), forever);
    assert.equal(reply.text, `Basic ${btoa('me:p@ss')} {}`);
    const odd = `http://me:100%25%@127.0.0.1:${server.port}/`;
    const other = await upstream.request(callTo(odd, { method: 'POST', body: '{}' }), forever);
    assert.equal(other.text, `Basic ${btoa('me:100%25%')} {}`);
  });
});

test('an @ in the path or the query is not a credential', async () => {
  await using server = await serve((request, response) =>
    response.end(`${request.url} ${request.headers.authorization}`),
  );
  await withUpstream(async (upstream) => {
    for (const path of ['/@a', '/?q=a:b@c'])
      assert.equal((await upstream.request(callTo(server.url + path), forever)).text, `${path} undefined`);
  });
});

test('refuses a body over the limit, compressed or decompressed, and leaves no socket', async () => {
  await using server = await serve((request, response) => {
    if (request.url === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(5_000_000)));
    } else response.write(Buffer.alloc(20_000, 'x'));
  });
  await withUpstream(async (upstream) => {
    const expected = failsWith('too-large', /larger than 10000 bytes/);
    await assert.rejects(upstream.request(callTo(`${server.url}/endless`), forever), expected);
    await server.noSocketsLeft();
    await assert.rejects(upstream.request(callTo(`${server.url}/bomb`), forever), expected);
  });
});

test('does not follow a redirect', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end('moved');
  });
  await withUpstream(async (upstream) => {
    const reply = await upstream.request(callTo(server.url), forever);
    assert.deepEqual([reply.status, reply.headers.location], [302, 'http://127.0.0.1:9/']);
  });
});

test('ends a call whose host never answers, before and after the headers, and leaves no socket', async () => {
  await using silent = await serveSockets(() => undefined);
  await using dripping = await serve((_request, response) => {
    response.write('x');
    const drip = setInterval(() => response.write('x'), 10);
    response.on('close', () => clearInterval(drip));
  });
  await withUpstream(async (upstream) => {
    for (const server of [silent, dripping]) {
      const call = callTo(server.url, { timeoutMs: 60 });
      await assert.rejects(upstream.request(call, forever), failsWith('timeout', /^no answer within 60 ms$/));
      await server.noSocketsLeft();
    }
  });
});

test('throws the reason of a caller who leaves, and leaves no socket', async () => {
  const caller = new AbortController();
  const left = new Failure('stopping', 'Enough.');
  await using server = await serveSockets((socket) => socket.once('data', () => caller.abort(left)));
  await withUpstream(async (upstream) => {
    const call = upstream.request(callTo(server.url), caller.signal);
    await assert.rejects(call, (error) => error === left);
    await server.noSocketsLeft();
    await assert.rejects(upstream.request(callTo(server.url), caller.signal), (error) => error === left);
  });
});

test('says in words why there is no reply', async () => {
  await using cut = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  await using noHttp = await serveSockets((socket) => socket.end('220 mail.example.org ESMTP\r\n'));
  await using tls = await start(
    createTlsServer({ key: UNTRUSTED_CERTIFICATE, cert: UNTRUSTED_CERTIFICATE }),
    'https',
  );
  const refused = `http://127.0.0.1:${await closedPort()}/`;
  await withUpstream(async (upstream) => {
    const why = (url: string) => upstream.request(callTo(url), forever);
    await assert.rejects(why(refused), failsWith('network', /^connection refused$/));
    await assert.rejects(why(cut.url), failsWith('network', /closed before the answer was complete/));
    await assert.rejects(why(noHttp.url), failsWith('protocol', /not HTTP/));
    await assert.rejects(
      why(tls.url),
      failsWith('network', /^TLS certificate not accepted: it is self-signed/),
    );
    await assert.rejects(why(`https://127.0.0.1:${cut.port}/`), failsWith('network', /TLS handshake/));
    await assert.rejects(why('nonsense'), failsWith('protocol', /ERR_INVALID_URL/));
  });
});

test('fetch follows no redirect', async () => {
  let asked = 0;
  await using elsewhere = await serve((_request, response) => response.end(`${++asked}`));
  await using server = await serve((_request, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  );
  await withUpstream(async (upstream) => {
    const response = await upstream.fetch(server.url, { method: 'POST', body: 'a question' });
    assert.equal(response.status, 307);
    assert.equal(asked, 0);
  });
});

test('a user name or a password alone is a credential, too, and the encodings are named', async () => {
  await using server = await serve(({ headers }, response) =>
    response.end(`${headers.authorization} ${headers['accept-encoding']}`),
  );
  await withUpstream(async (upstream) => {
    const sentTo = async (user: string) =>
      (await upstream.request(callTo(server.url.replace('//', `//${user}`)), forever)).text;
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')} gzip`;
    assert.equal(await sentTo('me@'), basic('me:'));
    assert.equal(await sentTo(':pw@'), basic(':pw'));
    assert.equal(await sentTo(''), 'undefined gzip');
  });
});

test('a body that is broken, cut or in an encoding that was not requested is a failure', async () => {
  const body = Buffer.from('Words that were sent. '.repeat(50));
  let sent: readonly [encoding: string, body: Buffer] = ['', body];
  await using server = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': sent[0] }).end(sent[1]),
  );
  await withUpstream(async (upstream) => {
    for (sent of [
      ['identity', body],
      ['gzip', gzipSync(body)],
      ['X-GZip', gzipSync(body)],
    ] as const)
      assert.equal((await upstream.request(callTo(server.url), forever)).text, body.toString(), sent[0]);
    sent = ['br', Buffer.alloc(0)];
    assert.equal((await upstream.request(callTo(server.url), forever)).text, '');
    for (sent of [
      ['gzip', body],
      ['gzip', gzipSync(body).subarray(0, 20)],
      ['zstd', body],
      ['gzip, br', body],
    ] as const)
      await assert.rejects(
        upstream.request(callTo(server.url), forever),
        failsWith('protocol', /its answer/),
      );
  });
});
