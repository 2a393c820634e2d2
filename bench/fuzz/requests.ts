import fc from 'fast-check';

/** One request to send to the service. */
export type FuzzRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    'a'.repeat(3000),
    '!!g :fr <4 !bang',
    '<script>alert(1)</script>',
    '{"query":',
    "' OR 1=1 --",
    '../../etc/passwd',
    '%00%0d%0aSet-Cookie: a=b',
    '\u202etxt.exe',
    '𝒲𝒽𝓎?',
  ),
);
const question = fc.oneof(
  { weight: 3, arbitrary: fc.nat(400).map((at) => `What is number ${at}?`) },
  { weight: 2, arbitrary: hostileText },
);
const anything = fc.oneof(question, fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.double());

const askBody = fc.record(
  {
    query: fc.oneof({ weight: 4, arbitrary: question }, { weight: 1, arbitrary: anything }),
    num_sources: fc.oneof(fc.integer({ min: 1, max: 10 }), anything),
    history: fc.oneof(fc.array(fc.record({ question, answer: hostileText }), { maxLength: 7 }), anything),
    x: anything,
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 5, arbitrary: askBody.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.constant('['.repeat(20_000)) },
);

const headers = fc.record(
  {
    accept: fc.constantFrom(
      '*/*',
      'application/json',
      'text/event-stream',
      'text/plain',
      'text/markdown',
      'text/html',
      'application/ssml+xml',
      'image/png',
      'text/*;q=0.2',
      ';;,',
    ),
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/vnd.api+json',
    ),
    prefer: fc.constantFrom('wait=2', 'wait=0', 'wait=999999999999', 'respond-async', '=;,'),
    'cache-control': fc.constantFrom('no-cache', 'max-age=0', 'only-if-cached'),
    'if-none-match': fc.constantFrom('*', '"abc"', 'W/"abc", "def"'),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
    origin: fc.constantFrom('null', 'https://other.example'),
    authorization: fc.constantFrom('Bearer x', 'Basic eDp5'),
    'sec-purpose': fc.constant('prefetch'),
    traceparent: fc.constantFrom('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'nonsense'),
    'x-forwarded-for': fc.constantFrom('1.2.3.4', "'", ','),
  },
  { requiredKeys: [] },
);

const parameters = fc
  .array(
    fc.tuple(
      fc.constantFrom('q', 'events', 'heartbeat', 'verbose', 'x'),
      fc.oneof(question, fc.constantFrom('off', 'sentence', 'answer-block,answer-end')),
    ),
    { maxLength: 3 },
  )
  .map((pairs) =>
    pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&'),
  );

/** Requests generated from the paths of an OpenAPI document, most of them nearly valid. */
export function requestsFor(paths: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const path = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(...paths, '/', '/search', '/metrics', '/openapi.json', '/robots.txt'),
    },
    { weight: 1, arbitrary: fc.webPath().map((each) => (each === '' ? '/' : each)) },
  );
  const method = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
    { weight: 1, arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH') },
  );
  return fc.record({ method, path, headers, parameters, body }).map((given) => ({
    method: given.method,
    path: given.parameters === '' ? given.path : `${given.path}?${given.parameters}`,
    headers: given.headers,
    body: given.method === 'GET' || given.method === 'HEAD' ? null : given.body,
  }));
}

/** The bytes of a request, with some changed, doubled or left out. */
export const mutatedBytes: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom(
      'GET /api/v1/query?q=number+1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      'POST /api/ask HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ' +
        '20\r\nConnection: close\r\n\r\n{"query":"number 2"}',
      'POST /api/ask HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: ' +
        'chunked\r\nConnection: close\r\n\r\n14\r\n{"query":"number 3"}\r\n0\r\n\r\n',
      'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    ),
    fc.array(
      fc.record({ at: fc.nat(200), byte: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'double') }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
  )
  .map(([text, changes]) => {
    const bytes = [...Buffer.from(text, 'latin1')];
    for (const { at, byte, kind } of changes) {
      const place = at % bytes.length;
      if (kind === 'set') bytes[place] = byte;
      else if (kind === 'cut') bytes.splice(place, 1 + (byte % 8));
      else bytes.splice(place, 0, ...bytes.slice(place, place + (byte % 40)));
    }
    return Buffer.from(bytes);
  });
