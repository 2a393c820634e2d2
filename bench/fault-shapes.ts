import type { RequestListener, ServerResponse } from 'node:http';

/** A way in which a back-end can fail, and the longest time by which it may delay an answer. */
export type Fault = {
  readonly name: string;
  readonly kind: 'says so' | 'hangs';
  readonly answer: RequestListener;
};

const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

const reply =
  (status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_request: unknown, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  };

const says = (name: string, answer: RequestListener): Fault => ({ name, kind: 'says so', answer });
const hangs = (name: string, answer: RequestListener): Fault => ({ name, kind: 'hangs', answer });

/** Every way in which a SearXNG, or a server in front of it, has been seen to fail. */
export const faults: readonly Fault[] = [
  says('connection cut', (request) => request.socket.destroy()),
  says('400, a parameter', reply(400, JSON_TYPE, '{"error":"Invalid value"}')),
  says('401', reply(401, HTML, 'login')),
  says('403, JSON is off', reply(403, HTML, 'Forbidden')),
  says('404', reply(404, HTML, 'Not Found')),
  says('429', reply(429, HTML, 'Too Many Requests')),
  says('429, Retry-After', reply(429, HTML, 'Too Many Requests', { 'retry-after': '60' })),
  says('500', reply(500, JSON_TYPE, '{"error":"search error"}')),
  says('503', reply(503, HTML, 'down')),
  says('redirect', reply(302, HTML, '', { location: 'https://example.org/' })),
  says('a web page', reply(200, HTML, '<html><body>Please log in</body></html>')),
  says('a captcha', reply(200, HTML, '<form id="challenge-form">checking your browser</form>')),
  says('broken JSON', reply(200, JSON_TYPE, '{"results": [')),
  says('no results field', reply(200, JSON_TYPE, '{}')),
  says('an error in JSON', reply(200, JSON_TYPE, '{"error":"no"}')),
  says('no engine answers', reply(200, JSON_TYPE, '{"results":[],"unresponsive_engines":[["x","timeout"]]}')),
  says('nothing found', reply(200, JSON_TYPE, '{"results":[],"unresponsive_engines":[]}')),
  says('body cut', (_request, response) => {
    response.writeHead(200, { 'content-type': JSON_TYPE, 'content-length': '1000' });
    response.write('{"results":', () => response.destroy());
  }),
  hangs('no answer', () => undefined),
  hangs('headers, no body', (_request, response) => {
    response.writeHead(200, { 'content-type': JSON_TYPE }).flushHeaders();
  }),
];
