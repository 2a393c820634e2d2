import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANSWER, eventsOf } from '../../../test/support/fixed-answer.ts';
import { type FixedReplies, RECORD, startTextInterface } from '../../../test/support/fixed-replies.ts';
import { Failure, type FailureCode } from '../../core/failure.ts';
import { createSearchApis } from './search-apis.ts';

type Sent = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly payload?: object | string;
  readonly headers?: Record<string, string>;
};

async function send({ url, method = 'POST', payload, headers = {} }: Sent, replies: FixedReplies = {}) {
  await using started = await startTextInterface(createSearchApis, replies);
  const reply = await started.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  const { statusCode: status, body } = reply;
  return {
    status,
    body,
    id: reply.headers['x-request-id'],
    headers: reply.headers,
    requests: started.requests,
  };
}

/** A service whose searches and answers fail with this code. */
const failing = (code: FailureCode): FixedReplies => {
  const fail = () => {
    throw new Failure(code, 'It is so.');
  };
  return {
    events: fail,
    service: { search: fail, gather: fail, read: fail },
  };
};

test('every path is answered in the format of its service', async () => {
  const read = async () => ({ status: 'skipped', reason: 'not now' }) as const;
  const replies: FixedReplies = { service: { read } };
  for (const [sent, fields] of [
    [{ method: 'GET', url: '/search?q=a&format=json' }, 'query,number_of_results,results'],
    [{ url: '/search', payload: { query: 'a' } }, 'query,'],
    [{ url: '/search', payload: { query: 'a', type: 'auto' } }, 'requestId,results'],
    [{ url: '/search/external', payload: { query: 'a', count: 1 } }, '0'],
    [{ url: '/extract', payload: { urls: ['https://a.example/'] } }, 'results,failed_results'],
    [{ url: '/contents', payload: { urls: ['https://a.example/'] } }, 'requestId,results,statuses'],
    [{ url: '/answer', payload: { query: 'a' } }, 'requestId,answer,citations'],
    [{ method: 'GET', url: '/res/v1/web/search?q=a' }, 'type,query,'],
    [{ method: 'GET', url: '/res/v1/llm/context?q=a' }, 'grounding'],
    [{ url: '/res/v1/llm/context', payload: { q: 'a' } }, 'grounding'],
    [{ url: '/api/web_search', payload: { query: 'a' } }, 'results'],
  ] as const) {
    const { status, body } = await send(sent, replies);
    assert.equal(status, 200, `${sent.url}: ${body}`);
    assert.ok(Object.keys(JSON.parse(body)).join().startsWith(fields), `${sent.url}: ${body}`);
  }
});

test('a form is read like an object, and GET /search without a format is not answered here', async () => {
  const form = await send({
    ...{ url: '/search', payload: 'q=two+words&format=json' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.deepEqual(
    form.requests.searches.map(({ text }) => text),
    ['two words'],
  );
  assert.equal(JSON.parse(form.body).results[0].url, 'https://a.example/');
  assert.equal((await send({ method: 'GET', url: '/search?q=a' })).status, 405);
});

test('a problem has the form that the clients of the service read', async () => {
  const problem = async (sent: Sent, code: FailureCode) => {
    const { status, body, id } = await send(sent, failing(code));
    return { status, body: JSON.parse(body), id };
  };
  const brave = await problem({ method: 'GET', url: '/res/v1/web/search?q=a' }, 'overloaded');
  assert.deepEqual(
    [brave.status, brave.body],
    [
      503,
      {
        type: 'ErrorResponse',
        error: { id: brave.id, status: 503, code: 'OVERLOADED', detail: 'It is so.' },
      },
    ],
  );
  const perplexity = { url: '/search', payload: { query: ['a'] } };
  assert.deepEqual((await problem(perplexity, 'search-unavailable')).body, {
    error: { message: 'It is so.', type: 'search_failed', code: 502 },
  });
  const exa = await problem({ url: '/answer', payload: { query: 'a' } }, 'too-large');
  assert.deepEqual(exa.body, { requestId: exa.id, error: 'It is so.', tag: 'TOO_LARGE' });
  assert.deepEqual((await problem({ url: '/search', payload: { query: 'a' } }, 'not-found')).body, {
    detail: { error: 'It is so.' },
    error: 'It is so.',
  });
  const searxng = await problem({ method: 'GET', url: '/search?q=a&format=json' }, 'internal');
  assert.deepEqual(Object.keys(searxng.body), ['error']);
});

test('a problem has the tag of its status; other statuses have a tag for 4xx or for 5xx', async () => {
  for (const [code, status, tag] of [
    ['invalid-question', 400, 'INVALID_REQUEST'],
    ['unauthorized', 401, 'INVALID_API_KEY'],
    ['foreign-page', 403, 'FORBIDDEN'],
    ['not-found', 404, 'NOT_FOUND'],
    ['rate-limited', 429, 'RATE_LIMITED'],
    ['unsupported-media-type', 415, 'INVALID_REQUEST'],
    ['internal', 500, 'INTERNAL_ERROR'],
    ['deadline-exceeded', 504, 'INTERNAL_ERROR'],
  ] as const) {
    const { status: sent, body } = await send({ url: '/answer', payload: { query: 'a' } }, failing(code));
    assert.deepEqual([sent, JSON.parse(body).tag], [status, tag], code);
  }
});

test("Exa's stream begins with the citations, then comes the text in pieces, then the end", async () => {
  const replies: FixedReplies = {
    events: () =>
      eventsOf().map((event) => (event.type === 'answer-delta' ? { ...event, text: 'Yes ' } : event)),
  };
  const { body, headers } = await send({ url: '/answer', payload: { query: 'a', stream: true } }, replies);
  assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store, no-transform');
  assert.match(body, /^(?:data: .*\n\n)+$/);
  const events = body
    .trimEnd()
    .split('\n\n')
    .map((line) => line.slice('data: '.length));
  assert.equal(events.at(-1), '[DONE]');
  const [first, ...pieces] = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.deepEqual(
    first.citations.map(({ url, title }: { url: string; title: string }) => [url, title]),
    [['https://a.example/', 'A']],
  );
  assert.deepEqual(
    pieces.map(({ choices: [{ index, delta }] }) => [index, delta.role, delta.content]),
    [
      [0, 'assistant', 'Yes '],
      [0, 'assistant', '[1].'],
    ],
  );
});

test("a failure before Exa's stream is an error reply; a later one is sent in it and ends it", async () => {
  const failure = new Failure('model-unavailable', 'It broke.');
  const before = await send(
    { url: '/answer', payload: { query: 'a', stream: true } },
    failing('search-unavailable'),
  );
  assert.deepEqual([before.status, JSON.parse(before.body).error], [502, 'It is so.']);
  const replies: FixedReplies = {
    async *events() {
      yield { type: 'sources', sources: ANSWER.sources, language: 'en' };
      yield { type: 'answer-delta', text: 'Yes ' };
      throw failure;
    },
  };
  const { status, body, id } = await send({ url: '/answer', payload: { query: 'a', stream: true } }, replies);
  assert.equal(status, 200);
  const [, piece, problem, end] = body.trimEnd().split('\n\n');
  assert.match(piece ?? '', /"content":"Yes "/);
  assert.deepEqual(JSON.parse(problem?.slice('data: '.length) ?? ''), {
    ...{ requestId: id, error: 'It broke.', statusCode: 502 },
  });
  assert.equal(end, 'data: [DONE]');
});

test('a search that failed in every slot gets an error reply', async () => {
  const record = { ...RECORD, outcome: { status: 'failed', cause: 'down' } as const };
  const { status, body } = await send({ url: '/search', payload: { query: 'a' } }, { record });
  assert.equal(status, 502, body);
});
