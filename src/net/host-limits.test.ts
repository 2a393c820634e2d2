import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertNothingListens } from '../../test/support/leaves-nothing.ts';
import { serve, serveSockets } from '../../test/support/local-server.ts';
import { textOf, withPages } from '../../test/support/page-fetching.ts';
import { until, untilSettled } from '../../test/support/until.ts';
import { Failure } from '../core/failure.ts';
import { attributeTo, hadContention } from '../core/requester.ts';

const forever = new AbortController().signal;
assertNothingListens(forever);

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

test('a caller who stops waiting for a host does not delay the others', async () => {
  const waiting: (() => void)[] = [];
  await using server = await serve((_request, response) => void waiting.push(() => response.end('here')));
  await withPages(async (pages) => {
    const firsts = ['/1', '/2'].map((path) => pages.fetch(server.url + path, forever));
    const leaver = new AbortController();
    const left = assert.rejects(pages.fetch(`${server.url}/3`, leaver.signal));
    const last = pages.fetch(`${server.url}/4`, forever);
    await until(() => waiting.length === 2);
    await untilSettled();
    assert.equal(waiting.length, 2);
    leaver.abort();
    await left;
    for (const answer of waiting.splice(0)) answer();
    await Promise.all(firsts);
    await until(() => waiting.length === 1);
    waiting[0]?.();
    assert.equal(textOf(await last), 'here');
  });
});

/** A signal of a request of this caller. */
function requestOf(caller: string): AbortController {
  const controller = new AbortController();
  attributeTo({ caller, request: controller }, controller.signal);
  return controller;
}

test('a page that hangs for one caller is fetched again for another, even from the same host', async () => {
  const waiting: (() => void)[] = [];
  await using server = await serve((_request, response) => void waiting.push(() => response.end('here')));
  await withPages(async (pages) => {
    const busy = requestOf('busy');
    const urls = ['/1', '/2', '/3'].map((path) => server.url + path);
    for (const url of urls) pages.fetch(url, busy.signal).catch(() => undefined);
    await until(() => waiting.length === 2);
    const others = ['/1', '/3'].map((path) => pages.fetch(server.url + path, requestOf('other').signal));
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
    const own = ['/1', '/2', '/3'].map((path) => pages.fetch(server.url + path, alone.signal));
    await until(() => open.length === 2);
    // It waits only for its own pages.
    alone.abort();
    await Promise.allSettled(own);
    assert.equal(hadContention(alone.signal), false);

    const holders = ['d', 'e', 'f'].map(requestOf);
    for (const [at, { signal }] of holders.entries())
      for (const path of ['x', 'y'])
        pages.fetch(`${server.url}/${at}/${path}`, signal).catch(() => undefined);
    await until(() => open.length === 8);
    const late = pages.fetch(server.url, behind.signal);
    await untilSettled();
    behind.abort();
    assert.equal(hadContention(behind.signal), true);
    await assert.rejects(late);
    for (const holder of holders) holder.abort();
  });
});
