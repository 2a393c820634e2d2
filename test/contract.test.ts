import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { refusing, startModelServer, streaming, streamingThenHanging } from './support/model-server.ts';
import { startSearchServer, withResults, withStatus } from './support/search-server.ts';
import { startTestService } from './support/service.ts';

const askFields = [
  'answer',
  'error',
  'html_answer',
  'model',
  'search_engine',
  'sources',
  'speakable_text',
  'tokens_used',
];
const queryFields = ['answer', 'model', 'query', 'search_engine', 'sources', 'speakable_text', 'tokens_used'];

const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Checks the status of a reply and the properties that every error has. */
async function problemOf(response: Response, status: number): Promise<string> {
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  const body = await response.json();
  assert.equal(typeof body.error, 'string');
  assert.notEqual(body.error, '');
  return body.error;
}

const search = await startSearchServer();
const model = await startModelServer();
const service = await startTestService({
  SEARCH_PRIMARY_URL: search.url.replace('://', '://user:secret@'),
  MODEL_BASE_URL: model.url,
  MODEL_API_KEY: 'sk-planted-key',
});

after(async () => {
  for (const each of [service, model, search]) await each[Symbol.asyncDispose]();
});

test('a long question gets exactly the fields of the contract, and a follow-up also what was searched for', async () => {
  const long = `${'What is an axolotl, and where does it live? '.repeat(40)}`.trim();
  const ask = await (await post(`${service.url}/api/ask`, { query: long })).json();
  assert.deepEqual(Object.keys(ask).toSorted(), askFields);
  const query = await (await post(`${service.url}/api/v1/query`, { query: long })).json();
  assert.deepEqual(Object.keys(query).toSorted(), queryFields);
  const history = [{ question: 'Who was Albert Einstein?', answer: 'A physicist.' }];
  for (const [path, fields] of [
    ['/api/ask', askFields],
    ['/api/v1/query', queryFields],
  ] as const) {
    const reply = await (await post(`${service.url}${path}`, { query: 'how old was he?', history })).json();
    assert.deepEqual(Object.keys(reply).toSorted(), [...fields, 'searched_for'].toSorted());
    assert.match(reply.searched_for, /Einstein/);
  }
});

test('POST / is refused with `error` alone', async () => {
  const refused = await post(`${service.url}/`, {});
  assert.equal(refused.headers.get('allow'), 'GET, HEAD, OPTIONS');
  assert.deepEqual(Object.keys(await refused.clone().json()), ['error']);
  await problemOf(refused, 405);
});

test('GET /api/health has the five fields and no secret', async () => {
  const response = await fetch(`${service.url}/api/health`);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(await response.json(), {
    status: 'ok',
    version: '0.0.0-test',
    llm_configured: true,
    search_primary_url: search.url,
    search_secondary_url: '',
  });
});

test('POST /api/ask answers with exactly the fields of the contract', async () => {
  const response = await post(`${service.url}/api/ask`, { query: 'What is an axolotl?', unknown_field: 1 });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  const body = await response.json();
  assert.deepEqual(Object.keys(body).sort(), askFields);
  assert.equal(body.answer, 'An axolotl is a **salamander** [1]. It never grows up [2].');
  assert.match(body.html_answer, /<strong>salamander<\/strong>/);
  assert.match(body.html_answer, /href="https:\/\/animals\.test\/axolotl"/);
  assert.equal(body.speakable_text, 'An axolotl is a salamander. It never grows up.');
  assert.deepEqual(Object.keys(body.sources[0]).sort(), ['index', 'snippet', 'title', 'url']);
  assert.deepEqual(
    body.sources.map(({ index, url }: { index: number; url: string }) => [index, url]),
    [
      [1, 'https://animals.test/axolotl'],
      [2, 'https://lakes.test/xochimilco'],
    ],
  );
  assert.equal(body.model, 'scripted');
  assert.equal(body.search_engine, 'engine_a');
  assert.equal(body.tokens_used, 120);
  assert.equal(body.error, null);
});

test('the fields are the same whatever an answer lacks; streams and verdicts say what it is', async () => {
  await using nothing = await startSearchServer(withResults([]));
  const quoting = { MODEL_PROVIDER: 'extractive', SEARCH_PRIMARY_URL: search.url };
  const unconfigured = { SEARCH_PRIMARY_URL: search.url };
  const found = { ...unconfigured, MODEL_BASE_URL: model.url };
  for (const [problem, script, settings] of [
    [undefined, null, quoting],
    ['unconfigured', null, unconfigured],
    ['quoted', refusing(401), found],
    ['nothing-found', null, { ...quoting, SEARCH_PRIMARY_URL: nothing.url }],
  ] as const) {
    await using failing = await startModelServer(script ?? undefined);
    const settled = 'MODEL_BASE_URL' in settings ? { ...settings, MODEL_BASE_URL: failing.url } : settings;
    await using lacking = await startTestService({ ...settled, SEARCH_TERTIARY_URL: 'off' });
    const query = 'What is an axolotl?';
    const plain = await (await post(`${lacking.url}/api/ask`, { query })).json();
    assert.deepEqual(Object.keys(plain).sort(), askFields, problem);
    const judged = await (await post(`${lacking.url}/api/ask`, { query, verdicts: true })).json();
    assert.equal(judged.problem, problem);
    const streamed = await post(`${lacking.url}/api/ask`, { query }, { accept: 'text/event-stream' });
    const last = (await streamed.text())
      .trim()
      .split('\n')
      .findLast((line) => line.startsWith('data: '));
    assert.equal(JSON.parse(last?.slice(6) ?? '').problem, problem);
  }
});

test('/api/v1/query answers with exactly the fields of the contract, by GET and by POST', async () => {
  const byGet = await fetch(`${service.url}/api/v1/query?q=${encodeURIComponent(' What is an axolotl? ')}`);
  const byPost = await post(`${service.url}/api/v1/query`, { query: ' What is an axolotl? ' });
  const body = await byGet.json();
  assert.deepEqual(body, await byPost.json());
  assert.deepEqual(Object.keys(body).sort(), queryFields);
  assert.equal(body.query, ' What is an axolotl? ');
  assert.deepEqual(Object.keys(body.sources[0]).sort(), ['index', 'title', 'url']);
});

test('GET / is the page under a strict policy', async () => {
  const response = await fetch(`${service.url}/`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const policy = response.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
  assert.doesNotMatch(await response.text(), /<script>|<style|style=|onclick/);
});

test('a question that is missing, blank or not a text is refused in words', async () => {
  for (const body of [{}, { query: '' }, { query: ' \n\t' }, { query: 5 }, { query: null }, { query: ['a'] }])
    for (const path of ['/api/ask', '/api/v1/query'])
      assert.match(await problemOf(await post(service.url + path, body), 400), /The field `query`/);
  for (const query of ['', '?q=', '?q=%20', '?q=a&q=b', '?query=a'])
    assert.match(
      await problemOf(await fetch(`${service.url}/api/v1/query${query}`), 400),
      /query parameter `q`/,
    );
});

test('a POST without a body is a missing question, whatever its type says', async () => {
  const types: Record<string, string>[] = [
    {},
    { 'content-type': 'application/json' },
    { 'content-type': 'text/plain' },
  ];
  for (const headers of types)
    assert.match(
      await problemOf(await fetch(`${service.url}/api/ask`, { method: 'POST', headers }), 400),
      /`query` is missing/,
    );
});

test('a byte order mark is ignored, a compressed body is refused', async () => {
  assert.equal((await post(`${service.url}/api/ask`, '\ufeff{"query":"a"}')).status, 200);
  const compressed = post(`${service.url}/api/ask`, '{"query":"a"}', { 'content-encoding': 'gzip' });
  assert.match(await problemOf(await compressed, 415), /compressed/);
});

test('a body that is not JSON, or not an object, is refused with the position or the reason', async () => {
  assert.match(
    await problemOf(await post(`${service.url}/api/ask`, '{"query":\n "a",, }'), 400),
    /line 2, column 6/,
  );
  for (const body of ['[]', '"text"', '5', 'null', 'true'])
    assert.match(await problemOf(await post(`${service.url}/api/ask`, body), 400), /JSON object|missing/);
});

test('num_sources outside 1 to 10, or not a whole number, is refused with its name and range', async () => {
  for (const num_sources of [0, 11, 2.5, '5', null, -1, 1e99])
    assert.match(
      await problemOf(await post(`${service.url}/api/ask`, { query: 'a', num_sources }), 400),
      /`num_sources`.*1 to 10/,
    );
});

test('another content type is refused with 415', async () => {
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonp',
    'x',
  ])
    await problemOf(await post(`${service.url}/api/ask`, '{"query":"a"}', { 'content-type': type }), 415);
  const accepted = await post(`${service.url}/api/ask`, '{"query":"a"}', {
    'content-type': 'application/json; charset=utf-8',
  });
  assert.equal(accepted.status, 200);
});

test('a body or a question over its limit is refused with the limit', async () => {
  await problemOf(await post(`${service.url}/api/ask`, { query: 'a', padding: 'x'.repeat(70_000) }), 413);
  assert.match(
    await problemOf(await post(`${service.url}/api/ask`, { query: 'x'.repeat(2001) }), 400),
    /2000 characters/,
  );
  assert.match(
    await problemOf(await fetch(`${service.url}/api/v1/query?q=${'x'.repeat(2001)}`), 400),
    /2000 characters/,
  );
});

test('a question of 2,000 Chinese characters fits into a query string', async () => {
  const response = await fetch(`${service.url}/api/v1/query?q=${encodeURIComponent('蠑'.repeat(2000))}`);
  assert.equal(response.status, 200);
});

test('an unknown path is 404, a wrong method 405 with Allow', async () => {
  await problemOf(await fetch(`${service.url}/nothing/here`), 404);
  for (const [path, method, allow] of [
    ['/api/ask', 'GET', 'POST, OPTIONS'],
    ['/api/ask', 'DELETE', 'POST, OPTIONS'],
    ['/api/health', 'POST', 'GET, HEAD, OPTIONS'],
    ['/api/v1/query', 'PUT', 'GET, POST, HEAD, OPTIONS'],
    ['/', 'POST', 'GET, HEAD, OPTIONS'],
    ['/', 'PUT', 'GET, HEAD, OPTIONS'],
  ] as const) {
    const response = await fetch(service.url + path, { method });
    await problemOf(response, 405);
    const methods = (response.headers.get('allow') ?? '').split(', ').sort();
    assert.deepEqual(methods, allow.split(', ').sort(), path);
  }
});

test('an unknown path and a wrong method are reported before errors in the body', async () => {
  const bodies = [
    { type: 'text/plain', body: 'x' },
    { type: 'application/json', body: '{' },
    { type: 'application/json', body: 'x'.repeat(70_000) },
  ];
  for (const { type, body } of bodies) {
    const headers = { 'content-type': type };
    await problemOf(await fetch(`${service.url}/api/asks`, { method: 'POST', headers, body }), 404);
    const wrong = await fetch(`${service.url}/api/ask`, { method: 'PUT', headers, body });
    assert.equal(wrong.headers.get('allow'), 'POST, OPTIONS');
    await problemOf(wrong, 405);
  }
});

test('OPTIONS answers 204 with methods and headers, on every path, preflight or not', async () => {
  for (const path of ['/', '/api/health', '/api/ask', '/api/v1/query'])
    for (const headers of [
      {} as Record<string, string>,
      {
        origin: 'https://a.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    ]) {
      const response = await fetch(service.url + path, { method: 'OPTIONS', headers });
      assert.equal(response.status, 204, path);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(response.headers.get('access-control-allow-methods') ?? '', /GET.*POST/);
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /Content-Type/i);
    }
});

test('HEAD works where GET does, and on /api/v1/query it calls no other server', async () => {
  const before = [search.asked.length, model.calls];
  for (const path of ['/', '/api/health', '/openapi.json', '/api/v1/query?q=a']) {
    const response = await fetch(service.url + path, { method: 'HEAD' });
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('access-control-allow-origin'), '*');
    assert.equal(await response.text(), '');
  }
  assert.equal((await fetch(`${service.url}/api/v1/query`, { method: 'HEAD' })).status, 400);
  const as = (accept: string) =>
    fetch(`${service.url}/api/v1/query?q=a`, { method: 'HEAD', headers: { accept } });
  const { headers } = await as('text/markdown');
  assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
  assert.equal(headers.get('vary'), 'Accept, Accept-Language, Prefer');
  assert.equal((await as('image/png')).status, 406);
  assert.deepEqual([search.asked.length, model.calls], before);
});

/**
 * Sends bytes, and more of them once a reply begins; returns everything received until the connection closed.
 */
function exchange(first: string, then?: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(first));
    socket.on('data', (data) => {
      text += data;
      if (then !== undefined && text.includes('Words')) socket.write(then);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(text) : reject(error),
    );
  });
}

test('bytes that are not HTTP get a JSON error with CORS and a closed connection', async () => {
  const reply = await exchange('NONSENSE\r\n\r\n');
  assert.match(reply, /^HTTP\/1\.1 400 /);
  assert.match(reply, /access-control-allow-origin: \*/i);
  assert.match(reply, /\{"error":/);
});

test('a request without Host, and one for a tunnel, are refused as JSON', async () => {
  const reply = await exchange('GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n');
  assert.match(
    reply,
    /^HTTP\/1\.1 400 [\s\S]*access-control-allow-origin: \*[\s\S]*\{"error":"The request has no `Host`/i,
  );
  assert.match(
    await exchange('CONNECT a.test:443 HTTP/1.1\r\nHost: a.test\r\n\r\n'),
    /^HTTP\/1\.1 405 [\s\S]*\{"error":/,
  );
});

test('nonsense after a request never appears in its reply', async (t) => {
  t.after(() => {
    model.script = streaming('Fine [1].');
  });
  model.script = streamingThenHanging('Words ');
  const reply = await exchange(
    'GET /api/v1/query?q=a HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n',
    'GARBAGE\r\n\r\n',
  );
  assert.match(reply, /event: answer-delta/);
  assert.doesNotMatch(reply, /valid HTTP|HTTP\/1\.1 400/);
});

test('headers above the limit get 431 as JSON', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest(`${service.url}/api/v1/query?q=${'x'.repeat(60_000)}`, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end();
  });
  assert.equal(status, 431);
});

test('an address that is not a URL is refused', async () => {
  await problemOf(await fetch(`${service.url}/%E0%A4%A`), 400);
});

test('JSON is sent to every caller that accepts it with any weight', async () => {
  for (const accept of [
    '',
    '*/*',
    'application/json',
    'text/html,*/*;q=0.1',
    'text/event-stream, application/*;q=0.2',
    'image/png',
  ]) {
    const response = await post(`${service.url}/api/ask`, { query: 'a' }, { accept });
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/, accept);
    await response.arrayBuffer();
  }
});

test('no key, credential or question appears in a reply of health or in the log above debug', async () => {
  await (await post(`${service.url}/api/ask`, { query: 'a very private question' })).text();
  await (await fetch(`${service.url}/api/v1/query?q=a+very+private+question`)).text();
  const above = service.logged.filter((line) => JSON.parse(line).level > 20).join('\n');
  assert.match(above, /"answered"/);
  assert.doesNotMatch(above, /private/);
  assert.doesNotMatch(service.logged.join('\n'), /sk-planted-key|user:secret|secret@/);
});

test('the prompt numbers the sources and contains the question once', async () => {
  await (await post(`${service.url}/api/ask`, { query: 'Wie alt wird ein Axolotl?' })).text();
  assert.match(model.prompt, /keeps its gills for life/);
  assert.equal(model.prompt.split('Wie alt wird ein Axolotl?').length, 2);
});

test('search results of hostile back-ends are returned as text', async (t) => {
  t.after(() => {
    search.script = withResults();
    model.script = streaming('Fine [1].');
  });
  search.script = withResults([
    { url: 'javascript:alert(1)', title: 'x', content: 'dropped' },
    {
      url: 'https://a.test/"><script>',
      title: '<img src=x onerror=alert(1)>Title',
      content: '<b>bold</b> &amp; <script>x</script>',
    },
  ]);
  model.script = streaming(
    'See [1] <script>alert(1)</script> [x](javascript:alert(1)) ![i](https://evil.test/?q=1)',
  );
  const body = await (await post(`${service.url}/api/ask`, { query: 'a' })).json();
  assert.equal(body.sources.length, 1);
  assert.doesNotMatch(body.html_answer, /<script|<img|href="javascript/);
  assert.doesNotMatch(body.sources[0].title, /<img/);
});

test('502 has the empty answer of its path and names slot and cause', async (t) => {
  t.after(() => {
    search.script = withResults();
    model.script = streaming('Fine [1].');
  });
  search.script = withStatus(500);
  model.script = refusing(401);
  const ask = await post(`${service.url}/api/ask`, { query: 'a' });
  assert.equal(ask.status, 502);
  const { error, ...rest } = await ask.json();
  assert.deepEqual(rest, { answer: '', sources: [] });
  assert.match(error, /primary/i);
  const query = await fetch(`${service.url}/api/v1/query?q=a`);
  assert.equal(query.status, 502);
  const { error: same, ...empty } = await query.json();
  assert.deepEqual(empty, { answer: '', speakable_text: '' });
  assert.equal(same, error);
});
