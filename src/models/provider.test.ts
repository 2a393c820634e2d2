import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstModel, listedName } from './provider.ts';

/** A server that lists these models, one reply per request; `null` is a failure. */
function listing(replies: readonly (readonly string[] | null)[]) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    asked.push(`${String(input)} ${new Headers(init?.headers).get('authorization')}`);
    const names = replies[asked.length - 1] ?? null;
    if (names === null) throw new Error('refused');
    return Response.json({ data: names.map((id) => ({ id })) });
  };
  const headers = { authorization: 'Bearer k' };
  return { asked, listing: { baseUrl: 'http://a.example/v1', headers, fetch } };
}

test('callers share one request for the name, and none follows once it is known', async () => {
  const { asked, listing: server } = listing([['llama', 'phi']]);
  const name = listedName(server);
  assert.equal(name.current, 'default');
  assert.deepEqual(await Promise.all([name.resolve(), name.resolve()]), ['llama', 'llama']);
  assert.equal(await name.resolve(), 'llama');
  assert.equal(name.current, 'llama');
  assert.deepEqual(asked, ['http://a.example/v1/models Bearer k']);
});

test('a server that does not list its models is asked again after thirty seconds, not earlier', async (t) => {
  let nowMs = 5_000;
  t.mock.method(performance, 'now', () => nowMs);
  const { asked, listing: server } = listing([null, [], ['late']]);
  const name = listedName(server);
  assert.deepEqual([await name.resolve(), name.current], ['default', 'default']);
  nowMs += 29_999;
  assert.deepEqual([await name.resolve(), asked.length], ['default', 1]);
  nowMs += 1;
  assert.deepEqual([await name.resolve(), asked.length], ['default', 2]);
  nowMs += 30_000;
  assert.deepEqual([await name.resolve(), name.current, asked.length], ['late', 'late', 3]);
});

test('a request for the name takes two seconds at most', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let aborted = false;
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => {
        aborted = true;
        reject(new Error('aborted'));
      });
    });
  const name = listedName({ baseUrl: 'http://a.example', headers: {}, fetch });
  const resolved = name.resolve();
  t.mock.timers.tick(1_999);
  assert.equal(aborted, false);
  t.mock.timers.tick(1);
  assert.deepEqual([await resolved, aborted], ['default', true]);
});

test('only a plain name of up to 200 characters counts, and none of a model that cannot write', async () => {
  const nameAmong = async (...names: string[]) => await listedName(listing([names]).listing).resolve();
  const longest = 'a'.repeat(200);
  assert.equal(await nameAmong(`${longest}a`, longest, 'b'), longest);
  assert.equal(await nameAmong('', ' a', '-a', 'a<b', 'Ünï/код:7b@q4_K.M+x y-z'), 'Ünï/код:7b@q4_K.M+x y-z');
  for (const other of ['nomic-Embed', 'bge-rerank', 'whisper-1', 'tts-1', 'omni-moderation'])
    assert.equal(await nameAmong(other, 'gpt'), 'gpt', other);
});

function listingWith(answer: (url: string) => Response | Promise<Response>) {
  const fetch: typeof globalThis.fetch = async (input) => answer(String(input));
  return { baseUrl: 'http://a.example/v1', headers: {}, fetch };
}

test('does not wait for a server that hangs or sends endlessly', async () => {
  const hanging = listingWith(() => new Promise<Response>(() => undefined));
  assert.equal(await findFirstModel(hanging, 20), null);
  const blanks = new Uint8Array(65_536).fill(32);
  const endless = listingWith(
    () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(blanks) })),
  );
  assert.equal(await findFirstModel(endless, 60_000), null);
});
