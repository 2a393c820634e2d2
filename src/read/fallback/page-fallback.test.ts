import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDeadline } from '../../core/deadline.ts';
import { createPageFallback } from './page-fallback.ts';

const HTML = '<p>Rendered.</p>';

/** A service that replies with this status and this HTML, and how often it was asked. */
function fallbackBy(status: () => number, html: string | null = HTML) {
  const calls: string[] = [];
  const suspended: string[] = [];
  const fallback = createPageFallback({
    ...{ url: 'http://service.test', kind: 'jina', key: null, maxPages: 2, timeoutMs: 60_000 },
    ...{ userAgent: 'Sayso/1 (test)', allow: [], resolve: async () => ['8.8.8.8'] },
    upstream: {
      request: async ({ url }) => {
        calls.push(url);
        const text = JSON.stringify({ data: { html, url: 'https://page.test/' } });
        return { status: status(), headers: {}, contentType: '', text };
      },
    },
    onSuspend: (cause) => suspended.push(cause),
  });
  return { fallback, calls, suspended };
}

const order = { url: 'https://page.test/', fetched: null, timeoutMs: 60_000 };

test('at most so many pages are rendered for a question, whichever of its deadlines they have', async () => {
  const { fallback, calls } = fallbackBy(() => 200);
  const question = new AbortController().signal;
  const caller = { name: '' };
  for (const expected of [{ status: 'ok', html: HTML }, { status: 'ok', html: HTML }, null]) {
    using deadline = startDeadline(60_000, question);
    assert.deepEqual(await fallback.render({ ...order, caller }, deadline.signal), expected);
  }
  assert.equal((await fallback.render(order, new AbortController().signal))?.status, 'ok');
  assert.equal(calls.length, 3);
  await fallback.close();
});

test('a service that limits calls is left alone, and the operator is told once', async () => {
  const { fallback, calls, suspended } = fallbackBy(() => 429);
  const ask = () => fallback.render(order, new AbortController().signal);
  assert.equal((await ask())?.status, 'failed');
  assert.equal(await ask(), null);
  assert.deepEqual([calls.length, suspended], [1, ['it reports too many requests (429)']]);
  await fallback.close();
});

test('the doctor renders a page and says what to correct', async () => {
  const { fallback: works } = fallbackBy(() => 200);
  const { fallback: refuses } = fallbackBy(() => 401);
  const signal = new AbortController().signal;
  assert.equal((await works.diagnose(signal)).ok, true);
  const { ok, cause, remedy } = await refuses.diagnose(signal);
  assert.deepEqual([ok, cause], [false, 'it refuses the key (401)']);
  assert.match(remedy, /^check READ_FALLBACK_URL and its token/);
  const { fallback: cannotLoad } = fallbackBy(() => 200, null);
  assert.match(
    (await cannotLoad.diagnose(signal)).remedy,
    /^see whether this machine reaches https:\/\/example\.com/,
  );
  await cannotLoad.close();
  await works.close();
  await refuses.close();
});
