import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { serve, serveSockets } from '../../test/support/local-server.ts';
import { assertSkipped, fetched, textOf, withPages } from '../../test/support/page-fetching.ts';
import { until, untilSettled } from '../../test/support/until.ts';
import { Failure } from '../core/failure.ts';
import type { Caller } from '../core/run.ts';

const forever = new AbortController().signal;
assertNothingListens(forever);

test('returns a page with its type and character set, and leaves no connection', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' });
    response.end(Buffer.from('<p>ö</p>', 'latin1'));
  });
  await withPages(async (pages) => {
    const page = fetched(await pages.fetch(`${server.url}/a?b#c`, forever));
    assert.deepEqual(
      [page.url, page.contentType, page.charset, page.isTruncated],
      [`${server.url}/a?b`, 'text/html', 'iso-8859-1', false],
    );
    assert.equal(Buffer.from(page.body).toString('latin1'), '<p>ö</p>');
    await server.noSocketsLeft();
  });
});

test('sends the user agent and nothing else about the caller, after a redirect too', async () => {
  const seen: string[][] = [];
  await using server = await serve((request, response) => {
    seen.push(Object.keys(request.headers).sort());
    assert.equal(request.headers['user-agent'], 'Sayso/1 (test)');
    if (request.url === '/') response.writeHead(302, { location: '/b', 'set-cookie': 'a=b; Path=/' }).end();
    else response.end('here');
  });
  await withPages(async (pages) => {
    const page = await pages.fetch(server.url, forever);
    assert.equal(textOf(page), 'here');
    assert.equal(fetched(page).url, `${server.url}/b`);
  });
  const sent = ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'];
  assert.deepEqual(seen, [sent, sent]);
});

test('cuts a text at the limit and skips a document that would be useless without its end', async () => {
  await using server = await serve((request, response) => {
    const [, kind, form] = (request.url ?? '').split('/');
    response.writeHead(200, {
      'content-type': kind === 'pdf' ? 'application/pdf' : 'text/html',
      ...(form === 'gzip' && { 'content-encoding': 'gzip' }),
      ...(form === 'long' && { 'content-length': '1000000000' }),
    });
    if (form === 'gzip') response.end(gzipSync('abcdefgh'.repeat(400)));
    else response.write('x'.repeat(5_000));
  });
  await withPages(
    async (pages) => {
      for (const form of ['endless', 'long', 'gzip']) {
        const page = fetched(await pages.fetch(`${server.url}/html/${form}`, forever));
        assert.deepEqual([page.body.length, page.isTruncated], [1_000, true], form);
        assertSkipped(await pages.fetch(`${server.url}/pdf/${form}`, forever), /larger than 1000 bytes/);
        await server.noSocketsLeft();
      }
    },
    { maxBytes: 1_000 },
  );
});

test('drops types that cannot be read after their first bytes', async () => {
  let sent = 0;
  await using server = await serve((request, response) => {
    const type = decodeURIComponent((request.url ?? '').slice(1));
    response.writeHead(200, type === '' ? {} : { 'content-type': type });
    const more = setInterval(() => response.write(Buffer.alloc(10_000)), 5);
    response.on('close', () => clearInterval(more));
    sent++;
  });
  await withPages(async (pages) => {
    const types = [
      'video/mp4',
      'image/png',
      'application/json',
      'application/octet-stream',
      'text/css',
      'constructor',
    ];
    for (const type of types) {
      const outcome = await pages.fetch(`${server.url}/${encodeURIComponent(type)}`, forever);
      assertSkipped(outcome, /^its content type .* cannot be read$/);
    }
    assert.equal(sent, types.length);
    await server.noSocketsLeft();
  });
});

test('a page is read by its bytes, whatever type it is sent as', async () => {
  const [html, pdf] = ['<!doctype html><p>Some words.', '%PDF-1.4 ...'];
  await using server = await serve((request, response) => {
    const [type, disposition] = decodeURIComponent((request.url ?? '').slice(1)).split('|');
    response.setHeader('content-type', type ?? '');
    if (disposition !== undefined) response.setHeader('content-disposition', disposition);
    response.end(request.url?.includes('pdf') ? pdf : html);
  });
  await withPages(async (pages) => {
    for (const type of [
      ...['application/octet-stream', 'binary/octet-stream'],
      'application/x-download|attachment; filename="a.pdf"',
      ...['application/force-download|attachment; filename=a.pdf', 'application/pdf|attachment'],
      ...['application/json', 'text/xml', 'unknown/unknown'],
    ]) {
      const page = fetched(await pages.fetch(`${server.url}/${encodeURIComponent(type)}`, forever));
      assert.equal(Buffer.from(page.body).toString(), type.includes('pdf') ? pdf : html, type);
    }
  });
});

test('closing ends fetches in progress and refuses new ones', async () => {
  await using server = await serveSockets(() => undefined);
  await withPages(async (pages) => {
    const call = pages.fetch(server.url, forever);
    await wait(20);
    await pages.close();
    assertSkipped(await call, /^the service is stopping$/);
    await server.noSocketsLeft();
    assertSkipped(await pages.fetch(server.url, forever), /^the service is stopping$/);
  });
});

test(
  'pages fetched at the same time share a memory budget: one too many is skipped, and the budget is ' +
    'released afterwards',
  async () => {
    const gate = Promise.withResolvers<void>();
    await using server = await serve(async (request, response) => {
      response.write('x'.repeat(6_000));
      if (request.url === '/held') await gate.promise;
      response.end();
    });
    await withPages(
      async (pages) => {
        const held = pages.fetch(`${server.url}/held`, forever);
        while (!/too many pages/.test(JSON.stringify(await pages.fetch(`${server.url}/next`, forever)))) {}
        gate.resolve();
        assert.equal(textOf(await held).length, 6_000);
        assert.equal(textOf(await pages.fetch(`${server.url}/next`, forever)).length, 6_000);
      },
      { maxTotalBytes: 10_000 },
    );
  },
);

test('a caller who leaves closes its socket at once, and does not stop another', async () => {
  let asked = 0;
  let closed = 0;
  await using server = await serveSockets((socket) => {
    socket.once('data', () => asked++);
    socket.on('close', () => closed++);
  });
  await withPages(async (pages) => {
    const [first, second] = [new AbortController(), new AbortController()];
    const left = new Failure('stopping', 'Enough.');
    const isLeft = (error: unknown) => error === left;
    const calls = [first, second].map(({ signal }) =>
      assert.rejects(pages.fetch(server.url, signal), isLeft),
    );
    await until(() => asked === 2);
    first.abort(left);
    await calls[0];
    await until(() => closed === 1);
    second.abort(left);
    await calls[1];
    await server.noSocketsLeft();
    assert.equal(closed, 2);
    await assert.rejects(pages.fetch(server.url, first.signal), isLeft);
  });
});

test('requests two pages at a time from a host, and from other hosts in parallel', async () => {
  const open: Record<string, (() => void)[]> = {};
  await using server = await serve((request, response) => {
    const host = request.headers.host?.split(':')[0] ?? '';
    open[host] = [...(open[host] ?? []), () => response.end('here')];
  });
  await withPages(async (pages) => {
    const hosts = ['a.example', 'a.example', 'b.example'];
    const urls = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
      (page) => `http://${hosts[page % 3]}:${server.port}/${page}`,
    );
    const fetching = Promise.all(urls.map((url) => pages.fetch(url, forever)));
    for (const expected of [
      { a: 2, b: 2 },
      { a: 2, b: 1 },
      { a: 2, b: 0 },
    ]) {
      const [a, b] = ['a', 'b'].map((name) => () => open[`${name}.example`] ?? []);
      await until(() => a?.().length === expected.a && b?.().length === expected.b);
      await untilSettled();
      assert.deepEqual({ a: a?.().length, b: b?.().length }, expected);
      for (const answer of Object.values(open).flat()) answer();
      for (const host of Object.keys(open)) open[host] = [];
    }
    for (const outcome of await fetching) assert.equal(textOf(outcome), 'here');
  });
});

/** A request of this caller that can leave. */
function requestOf(name: string): AbortController & { readonly caller: Caller } {
  return Object.assign(new AbortController(), { caller: { name } });
}

test('a page that hangs for one caller is fetched again for another, even from the same host', async () => {
  const waiting: (() => void)[] = [];
  await using server = await serve((_request, response) => void waiting.push(() => response.end('here')));
  await withPages(async (pages) => {
    const busy = requestOf('busy');
    const urls = ['/1', '/2', '/3'].map((path) => server.url + path);
    for (const url of urls) pages.fetch(url, busy.signal, busy).catch(() => undefined);
    await until(() => waiting.length === 2);
    const others = ['/1', '/3'].map((path) => pages.fetch(server.url + path, forever, requestOf('other')));
    await until(() => waiting.length === 4);
    for (const answer of waiting.slice(2)) answer();
    assert.deepEqual((await Promise.all(others)).map(textOf), ['here', 'here']);
    busy.abort();
  });
});

test('a request whose page waits for a host behind others had contention when its time is up', async () => {
  const open: (() => void)[] = [];
  await using server = await serve((_request, response) => void open.push(() => response.end('here')));
  await withPages(async (pages) => {
    const [alone, behind] = [requestOf('a'), requestOf('b')];
    const own = ['/1', '/2', '/3'].map((path) => pages.fetch(server.url + path, alone.signal, alone));
    await until(() => open.length === 2);
    // It waits only for its own pages.
    alone.abort();
    await Promise.allSettled(own);
    assert.equal(alone.caller.isCrowdedOut, undefined);

    const holders = ['d', 'e', 'f'].map(requestOf);
    for (const [at, holder] of holders.entries())
      for (const path of ['x', 'y'])
        pages.fetch(`${server.url}/${at}/${path}`, holder.signal, holder).catch(() => undefined);
    await until(() => open.length === 8);
    const late = pages.fetch(server.url, behind.signal, behind);
    await untilSettled();
    behind.abort();
    assert.equal(behind.caller.isCrowdedOut, true);
    await assert.rejects(late);
    for (const holder of holders) holder.abort();
  });
});
