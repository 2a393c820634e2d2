import assert from 'node:assert/strict';
import type { RequestListener, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import { createAddressCheck } from '../../net/page-connect.ts';
import { createUpstream } from '../../net/upstream.ts';
import { renderByService } from './hosted-render.ts';
import type { RenderOutcome } from './rendering.ts';

type Kind = Parameters<typeof renderByService>[0]['kind'];
type Call = { path: string; headers: Readonly<Record<string, unknown>>; body: unknown };
const KINDS: readonly Kind[] = ['crawl4ai', 'firecrawl', 'jina'];
const HTML = '<html><body><p>Rendered.</p></body></html>';
/** What each service replies for a page, in the form that it documents. */
const REPLIES: Readonly<Record<Kind, (page: { html: string | null; url: string }) => object>> = {
  crawl4ai: ({ html, url }) => ({
    success: true,
    results: [{ url, html, success: true, status_code: 200, redirected_url: url, error_message: '' }],
  }),
  firecrawl: ({ html, url }) => ({
    success: true,
    data: { rawHtml: html, metadata: { sourceURL: 'https://page.test/', url, statusCode: 200 } },
  }),
  jina: ({ html, url }) => ({ code: 200, status: 20_000, data: { title: 'A', url, html } }),
};

/** Lets a service that answers like this render a page; hosts named `private...` are private. */
async function renderBy(
  kind: Kind,
  listener: RequestListener,
  { url = 'https://page.test/a?b=c', timeoutMs = 60_000, caller = new AbortController().signal } = {},
): Promise<RenderOutcome> {
  await using service = await serve(listener);
  const upstream = createUpstream({ userAgent: 'Sayso/1 (test)' });
  const checkAddress = createAddressCheck(async (host) => {
    if (host === 'none.test') throw new Error('no such host');
    return host.startsWith('private') ? ['8.8.8.8', '10.0.0.7'] : ['8.8.8.8'];
  });
  try {
    const options = { kind, url: `${service.url}/`, key: 'secret', upstream, checkAddress };
    const outcome = await renderByService(options, { url, fetched: null, timeoutMs }, caller);
    await upstream.close();
    await service.noSocketsLeft();
    return outcome;
  } finally {
    await upstream.close();
  }
}

const answering = (status: number, body: string, headers = {}): RequestListener => {
  return (_, response) => void response.writeHead(status, headers).end(body);
};
const failure = (outcome: RenderOutcome) =>
  outcome.status === 'failed' ? `${outcome.reason}: ${outcome.cause}` : 'it is ok';

test('each service is asked as it documents, and its page is taken from its reply', async () => {
  for (const kind of KINDS) {
    const calls: Call[] = [];
    const outcome = await renderBy(kind, async (request, response) => {
      const text = (await Array.fromAsync(request)).join('');
      calls.push({
        path: `${request.method} ${request.url}`,
        headers: request.headers,
        body: JSON.parse(text),
      });
      response.end(JSON.stringify(REPLIES[kind]({ html: HTML, url: 'https://page.test/final' })));
    });
    assert.deepEqual(outcome, { status: 'ok', html: HTML }, kind);
    const [{ path, headers, body } = assert.fail()] = calls;
    assert.equal(headers.authorization, 'Bearer secret', kind);
    const expected = {
      crawl4ai: ['POST /crawl', { urls: ['https://page.test/a?b=c'] }],
      firecrawl: [
        'POST /v2/scrape',
        { url: 'https://page.test/a?b=c', formats: ['rawHtml'], timeout: 60_000 },
      ],
      jina: ['POST /', { url: 'https://page.test/a?b=c' }],
    }[kind];
    assert.equal(path, expected[0]);
    assert.partialDeepStrictEqual(body, expected[1]);
    if (kind === 'jina') assert.equal(headers['x-respond-with'], 'html');
  }
});

test('a page at a private address is not sent to a service', async () => {
  for (const url of [
    ...['https://private.test/', 'http://127.0.0.1/', 'http://[::1]/', 'https://none.test/'],
    ...['https://a.test:81/', 'file:///etc/passwd', 'no url'],
  ]) {
    const outcome = await renderBy('jina', () => assert.fail('it was asked'), { url });
    assert.match(
      failure(outcome),
      /^bad-parameter: (?:its host is not public|pages are not read|only http|its URL)/,
      url,
    );
  }
});

test('a page that a service found at a private address in the end is not used', async () => {
  for (const kind of KINDS)
    for (const url of ['https://private.test/', 'http://169.254.169.254/', 'http://10.0.0.7/']) {
      const reply = JSON.stringify(REPLIES[kind]({ html: HTML, url }));
      assert.equal(
        failure(await renderBy(kind, answering(200, reply))),
        'bad-parameter: its host is not public or does not exist',
      );
    }
});

test('every failure of a service has a reason, in HTTP 200 too', async () => {
  const noPage = (kind: Kind) => JSON.stringify(REPLIES[kind]({ html: null, url: 'https://page.test/' }));
  for (const kind of KINDS) {
    const faults: readonly (readonly [RequestListener, RegExp])[] = [
      [answering(401, '{}'), /^configuration: .*key \(401\)/],
      [answering(402, '{}'), /^configuration: .*credit/],
      [answering(429, '', { 'retry-after': '9' }), /^rate: .*\(429\)/],
      [answering(500, 'oops'), /^upstream: .*\(500\)/],
      [answering(302, '', { location: 'http://169.254.169.254/' }), /^upstream: .*\(302\)/],
      [answering(200, noPage(kind)), /^bad-parameter: its reply has no page/],
      [answering(200, '<html>'), /^bad-parameter: its reply has no page/],
      [answering(200, '['.repeat(100_000)), /^bad-parameter: its reply has no page/],
      [answering(200, `"${'x'.repeat(13_000_000)}"`), /^protocol: its answer is larger/],
      [(request) => request.socket.destroy(), /^network: /],
    ];
    for (const [listener, expected] of faults)
      assert.match(failure(await renderBy(kind, listener)), expected);
  }
});

test('an error inside a reply is a failure, whose text is not shown: it may contain a key', async () => {
  const errors: Readonly<Record<Kind, object>> = {
    crawl4ai: { success: true, results: [{ html: '', error_message: 'secret detail' }] },
    firecrawl: { success: false, error: 'secret detail' },
    jina: { code: 422, message: 'secret detail', data: null },
  };
  for (const kind of KINDS) {
    const outcome = await renderBy(kind, answering(200, JSON.stringify(errors[kind])));
    assert.equal(failure(outcome), 'bad-parameter: it reports an error');
  }
  const refused = { success: true, data: { rawHtml: HTML, metadata: { statusCode: 403 } } };
  assert.match(failure(await renderBy('firecrawl', answering(200, JSON.stringify(refused)))), /status 403/);
});

test('a service without an end is given up after its time, and a wait that it asks for is kept', async () => {
  const endless: RequestListener = (_, response) => void response.write('{"data":');
  for (const kind of KINDS)
    assert.match(failure(await renderBy(kind, endless, { timeoutMs: 100 })), /^timeout: /);
  const limited = await renderBy('jina', answering(429, '', { 'retry-after': '9' }));
  assert.equal(limited.status === 'failed' && limited.retryAfterMs, 9000);
});

test('a caller who leaves ends the call', async () => {
  const leaving = new AbortController();
  let reply: ServerResponse | undefined;
  const listener: RequestListener = (_, response) => {
    reply = response;
    leaving.abort();
  };
  await assert.rejects(renderBy('crawl4ai', listener, { caller: leaving.signal }), { code: 'cancelled' });
  assert.ok(reply !== undefined);
});
