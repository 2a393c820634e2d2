import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The facts about the affected upstream that a fault needs, so that the fault can send data that look like
 * that upstream's replies.
 */
export type Usual = {
  readonly contentType: string;
  /** A whole reply. */
  readonly body: string;
  /** The beginning of a reply without end, and how it continues. */
  readonly endless: { readonly head: string; readonly more: string };
  /** The answer at other paths, which the fault does not affect; null for an affected path. */
  elsewhere?(path: string): object | null;
};

/** Misbehaves instead of answering one request. */
export type Misdeed = (request: IncomingMessage, response: ServerResponse, usual: Usual) => void;

/** The words in which each kind of upstream reports the cause of an outcome. */
export type Words = { readonly search: RegExp; readonly page: RegExp; readonly model: RegExp };

/** One way in which an upstream fails. */
export type Fault = {
  readonly name: string;
  /**
   * The place of the failure: nobody listens, the connection is reset before a request, the request gets a
   * bad answer, or the address itself is wrong.
   */
  readonly at: 'port' | 'connection' | 'request' | 'certificate' | 'scheme' | 'name';
  readonly misdeed: Misdeed;
  readonly says: Words;
  /**
   * The state of a slot after the fault: it is asked again `soon`; it is suspended for minutes, because the
   * operator has to fix it or the server asked for a pause (`rests`); or it never works again at the same
   * address.
   */
  readonly recovers: 'soon' | 'rests' | 'never';
  /** Whether a model has written part of its answer before it fails. */
  readonly afterText: boolean;
  /** Whether only a time limit ends it. */
  readonly hangs: boolean;
};

const ENDLESS_BYTES = 50_000_000;
const HTML = 'text/html; charset=utf-8';
const nothing: Misdeed = () => undefined;

type Given = Pick<Fault, 'name' | 'says'> & Partial<Fault>;

const fault = (given: Given): Fault => ({
  at: 'request',
  misdeed: nothing,
  recovers: 'soon',
  afterText: false,
  hangs: false,
  ...given,
});

/** A reply with a status; its cause is the status itself unless the search step has other words for it. */
function status(
  code: number,
  name: string,
  more: Partial<Fault> & { readonly search?: RegExp; readonly retryAfter?: string } = {},
): Fault {
  const { search, retryAfter, ...rest } = more;
  const told = new RegExp(`\\b${code}\\b`);
  return fault({
    name,
    misdeed: (_request, response) => {
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      response.writeHead(code, { 'content-type': HTML, ...headers }).end('<html>no</html>');
    },
    says: { search: search ?? told, page: told, model: told },
    ...rest,
  });
}

/** A reply with status 200, any type and any body. */
const replies =
  (contentType: string | null, body: string | Buffer): Misdeed =>
  (_request, response, usual) => {
    response.writeHead(200, { 'content-type': contentType ?? usual.contentType }).end(body);
  };

const firstHalf = ({ body }: Usual) => body.slice(0, Math.ceil(body.length / 2));

/** Sends as long as somebody reads, at most 50 MB. */
const floods: Misdeed = (_request, response, { contentType, endless }) => {
  response.writeHead(200, { 'content-type': contentType });
  const block = endless.more.repeat(Math.ceil(65_536 / endless.more.length));
  let sent = 0;
  const send = () => {
    while (!response.destroyed && sent < ENDLESS_BYTES) {
      sent += block.length;
      if (!response.write(block)) return;
    }
    if (!response.destroyed) response.end();
  };
  response.on('drain', send);
  response.write(endless.head);
  send();
};

/** One byte now and then: no reply is ever complete, and there is no long silence. */
const drips: Misdeed = (_request, response, { contentType, body }) => {
  response.writeHead(200, { 'content-type': contentType });
  let sent = 0;
  const drip = setInterval(() => response.write(body.charAt(sent++ % body.length)), 40);
  response.on('close', () => clearInterval(drip));
};

const LATE: Words = {
  search: /no answer within|did not finish in time/,
  page: /did not arrive in time|page not complete within/,
  model: /did not finish within|did not begin to write within/,
};
const CUT: Words = {
  search: /connection closed before the answer was complete/,
  page: /connection closed before the answer was complete/,
  model: /lost the connection|broke off/,
};
const NOT_TRUSTED = /TLS certificate not accepted: it is self-signed/;
const NO_TLS = /TLS handshake failed/;
/** A machine without name servers may take longer to report that than anybody waits. */
const NO_NAME =
  /host name not found|does not exist|no answer within|did not arrive in time|did not finish within/;

/** Every way in which an HTTP upstream can fail. */
export const faults: readonly Fault[] = [
  fault({
    name: 'refuses',
    at: 'port',
    says: { search: /connection refused/, page: /connection refused/, model: /cannot be reached/ },
  }),
  fault({ name: 'resets the connection', at: 'connection', says: CUT }),
  fault({
    name: 'resets after the headers',
    misdeed: (request, response, { contentType }) => {
      response.writeHead(200, { 'content-type': contentType, 'content-length': '1000' }).flushHeaders();
      setTimeout(() => request.socket.resetAndDestroy(), 30);
    },
    says: CUT,
  }),
  fault({
    name: 'resets inside the body',
    misdeed: (request, response, usual) => {
      response.writeHead(200, { 'content-type': usual.contentType });
      response.write(firstHalf(usual), () => setTimeout(() => request.socket.resetAndDestroy(), 30));
    },
    says: CUT,
    afterText: true,
  }),
  fault({ name: 'hangs before the first byte', says: LATE, hangs: true }),
  fault({
    name: 'hangs after the headers',
    misdeed: (_request, response, { contentType }) => {
      response.writeHead(200, { 'content-type': contentType }).flushHeaders();
    },
    says: LATE,
    hangs: true,
  }),
  fault({ name: 'drips', misdeed: drips, says: LATE, hangs: true }),
  status(400, 'says 400'),
  status(401, 'says 401', { recovers: 'rests' }),
  status(403, 'says 403', { recovers: 'rests' }),
  status(404, 'says 404', { recovers: 'rests' }),
  status(429, 'says 429', { recovers: 'rests' }),
  status(429, 'says 429 and to wait a second', { retryAfter: '1' }),
  status(500, 'says 500'),
  status(503, 'says 503'),
  fault({
    name: 'sends what is not HTTP',
    misdeed: (request) => request.socket.end('220 mail.example ESMTP\r\n'),
    says: { search: /not HTTP/, page: /not HTTP/, model: /cannot be reached|failed/ },
  }),
  fault({
    name: 'sends a body that means nothing',
    misdeed: replies(null, Buffer.from('data: \u0000\u0001{]]\n\n\ufffd\ufffd nothing\n\n')),
    says: {
      search: /not JSON/,
      page: /it shows no text|nothing in common with the excerpt/,
      model: /cannot be read|protocol of its API/,
    },
  }),
  fault({
    name: 'sends another content type',
    misdeed: replies('image/png', '\u0089PNG'),
    says: { search: /not JSON/, page: /content type image\/png/, model: /protocol of its API/ },
  }),
  fault({
    name: 'sends less than it promised',
    misdeed: (request, response, usual) => {
      const length = String(usual.body.length * 2);
      response.writeHead(200, { 'content-type': usual.contentType, 'content-length': length });
      response.write(firstHalf(usual), () => setTimeout(() => request.socket.end(), 30));
    },
    says: CUT,
    afterText: true,
  }),
  fault({
    name: 'sends 50 MB',
    misdeed: floods,
    says: {
      search: /larger than/,
      page: /larger than|took too long|in time/,
      model: /kept writing without end/,
    },
    afterText: true,
  }),
  fault({
    name: 'has a certificate nobody trusts',
    at: 'certificate',
    says: { search: NOT_TRUSTED, page: NOT_TRUSTED, model: NOT_TRUSTED },
    recovers: 'never',
  }),
  fault({
    name: 'speaks no TLS',
    at: 'scheme',
    says: { search: NO_TLS, page: NO_TLS, model: NO_TLS },
    recovers: 'never',
  }),
  fault({
    name: 'has a name that does not resolve',
    at: 'name',
    says: { search: NO_NAME, page: NO_NAME, model: NO_NAME },
    recovers: 'never',
    hangs: true,
  }),
  fault({
    name: 'sends nothing',
    misdeed: replies(null, ''),
    says: { search: /is empty/, page: /it shows no text/, model: /protocol of its API|wrote nothing/ },
  }),
  fault({
    name: 'redirects to another host',
    misdeed: (_request, response) => {
      response.writeHead(302, { location: 'http://elsewhere.invalid/' }).end();
    },
    says: { search: /redirects to another host/, page: NO_NAME, model: /redirects/ },
  }),
];

/** The absence of a fault: the upstream works from the beginning. */
export const WELL: Fault = fault({
  name: 'is well',
  misdeed: (_request, response, { contentType, body }) => {
    response.writeHead(200, { 'content-type': contentType }).end(body);
  },
  says: { search: /^$/, page: /^$/, model: /^$/ },
});
