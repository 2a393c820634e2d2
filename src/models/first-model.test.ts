import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstModel } from './first-model.ts';

function listing(answer: (url: string) => Response | Promise<Response>) {
  const fetch: typeof globalThis.fetch = async (input) => answer(String(input));
  return { baseUrl: 'http://a.example/v1', headers: {}, fetch };
}

function find(body: string, status = 200): Promise<string | null> {
  return findFirstModel(
    listing(() => new Response(body, { status })),
    60_000,
  );
}

test('names the first model of the list', async () => {
  assert.equal(
    await find('{"data":[{"id":"meta-llama/Llama-3.2-3B"},{"id":"b"}]}'),
    'meta-llama/Llama-3.2-3B',
  );
});

test('skips models that cannot write and invalid names', async () => {
  assert.equal(
    await find('{"data":[{"id":"bge-reranker"},{"id":7},{"id":"a\\nb"},null,{"id":"phi4"}]}'),
    'phi4',
  );
});

test('finds none without a list', async () => {
  for (const body of ['', 'null', '[]', '{}', '{"data":{}}', '{"data":[]}', '<html>', '7'])
    assert.equal(await find(body), null, body);
  assert.equal(await find('{"data":[{"id":"a"}]}', 401), null);
});

test('does not wait for a server that hangs or sends endlessly', async () => {
  const hanging = listing(() => new Promise<Response>(() => undefined));
  assert.equal(await findFirstModel(hanging, 20), null);
  const blanks = new Uint8Array(65_536).fill(32);
  const endless = listing(
    () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(blanks) })),
  );
  assert.equal(await findFirstModel(endless, 60_000), null);
});
