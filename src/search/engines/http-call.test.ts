import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultWords } from '../../core/failure.ts';
import type { Upstream, UpstreamCall, UpstreamReply } from '../../net/upstream.ts';
import { UpstreamError } from '../../net/upstream-error.ts';
import { callJson, callText, isBotCheck, type Remedies } from './http-call.ts';

const { signal } = new AbortController();
const FROM = 'http://u:p@a.example:81/searx/search?q=x';

type Reply = Partial<UpstreamReply> | Error;

/** An upstream with these replies in turn, and the URLs that were requested from it. */
function upstreamWith(...replies: readonly Reply[]) {
  const asked: string[] = [];
  const request: Upstream['request'] = async ({ url }: UpstreamCall) => {
    const reply = replies[asked.push(url) - 1] ?? assert.fail('asked once too often');
    if (reply instanceof Error) throw reply;
    return { status: 200, headers: {}, contentType: 'application/json', text: '{}', ...reply };
  };
  return { upstream: { request } as Upstream, asked };
}

const call = { url: FROM, timeoutMs: 1000 } as UpstreamCall;
const json = (reply: Reply, remedies: Remedies = {}) =>
  callJson(upstreamWith(reply).upstream, call, { remedies, signal });
const redirect = (location: string, status = 302) => ({ status, headers: { location } });

/** The outcome as `reason: cause: remedy`, with remedy and address in square brackets, too. */
async function told(reply: Reply, remedies: Remedies = {}): Promise<string> {
  const outcome = await json(reply, remedies);
  if (outcome.status === 'json') return 'json';
  const parts = [outcome.remedy, outcome.address].filter((part) => part !== undefined);
  return [`${outcome.reason}: ${faultWords(outcome)}`, ...parts.map((part) => `[${part}]`)].join(' ');
}

test('every status that is not a success has a reason, and a remedy where there is one', async () => {
  const login = 'check key, user name and password';
  const path = 'check the path of its URL';
  for (const [status, expected] of [
    [199, 'protocol: it answered with status 199'],
    [200, 'json'],
    [299, 'json'],
    [300, 'protocol: it redirects without saying where to (300)'],
    [399, 'protocol: it redirects without saying where to (399)'],
    [400, 'bad-parameter: it does not accept the parameters of the call (400)'],
    [401, `configuration: it asks for a login (401): ${login} [${login}]`],
    [403, 'configuration: it refuses access (403)'],
    [404, `configuration: no search at this address (404): ${path} [${path}]`],
    [407, 'configuration: a proxy asks for a login (407)'],
    [418, 'protocol: it answered with status 418'],
    [429, 'rate: it reports too many requests (429)'],
    [499, 'protocol: it answered with status 499'],
    [500, 'upstream: it reports an error (500)'],
    [503, 'upstream: it reports an error (503)'],
  ] as const)
    assert.equal(await told({ status }), expected);
});

test("a back-end's own remedy comes first, even for a success", async () => {
  const remedies: Remedies = {
    200: ['upstream', 'it is asleep', 'wake it: now'],
    429: ['rate', 'it rests', 'wait', (body) => Number(body)],
  };
  assert.equal(await told({ status: 200 }, remedies), 'upstream: it is asleep: wake it: now [wake it: now]');
  const waits = async (headers: Record<string, string>) => {
    const outcome = await json({ status: 429, text: '7', headers }, remedies);
    return outcome.status === 'failed' ? outcome.retryAfterMs : null;
  };
  assert.deepEqual([await waits({}), await waits({ 'retry-after': '3' })], [7, 3000]);
});

test('if a reply is not JSON, the outcome says what it is instead', async () => {
  for (const [reply, expected] of [
    [{ text: '' }, 'its answer is empty'],
    [{ text: ' \n' }, 'its answer is empty'],
    [{ text: '{' }, 'its answer is not JSON'],
    [{ text: '{}', contentType: 'text/plain' }, 'its answer is not JSON'],
    [
      { text: '<p>Log in</p>', contentType: 'text/html' },
      'it answered with a web page instead of JSON (a login or error page?)',
    ],
  ] as const)
    assert.equal(await told(reply), `protocol: ${expected}`);
  for (const contentType of ['', 'application/json', 'application/problem+json'])
    assert.deepEqual(await json({ contentType, text: '[1]' }), { status: 'json', body: [1] });
});

test('a page that asks for proof of a human is not a wrong setting, whatever its status', async () => {
  const text = '<p>Checking your browser</p>';
  const contentType = 'text/html';
  assert.equal(await told({ status: 403, contentType, text }), 'blocked: it answered with a bot check (403)');
  assert.equal(await told({ status: 429, contentType, text }), 'blocked: it answered with a bot check (429)');
  assert.equal(await told({ status: 200, contentType, text }), 'blocked: it answered with a bot check (200)');
  // In JSON, the words are somebody's question.
  assert.equal(await told({ status: 403, text: '"captcha"' }), 'configuration: it refuses access (403)');
  const signs = ['CAPTCHA', 'anubis', 'cf-chl-x', 'challenge-form', 'challenge-platform', 'not a robot'];
  assert.deepEqual(signs.filter(isBotCheck), signs);
  assert.deepEqual(['challenge', 'cf', 'a robot'].filter(isBotCheck), []);
});

test('a redirect is reported with its target, without a login; within its host, with a remedy', async () => {
  const remedy = 'set SLOT_URL to the address of its search';
  const elsewhere = `configuration: it redirects to another address: ${remedy} [${remedy}]`;
  for (const [location, expected] of [
    ['', 'protocol: it redirects without saying where to (302)'],
    ['http://', 'protocol: it redirects without saying where to (302)'],
    ['https://b.example/x', 'protocol: it redirects to another host [https://b.example]'],
    ['https://a.example/x', `${elsewhere} [https://a.example/x]`],
    ['/other', `${elsewhere} [http://a.example:81/other]`],
  ] as const)
    assert.equal(await told(redirect(location)), expected);
});

test('a redirect to the home page of the same instance has its own remedy', async () => {
  const remedies: Remedies = { home: ['configuration', 'it has no search', 'switch it on'] };
  const home = 'configuration: it has no search: switch it on [switch it on]';
  assert.equal(await told(redirect('/searx/'), remedies), home);
  for (const other of ['/', '/searx', '/searx/?x=1', 'http://a.example:82/searx/'])
    assert.match(await told(redirect(other), remedies), /: it redirects to /, other);
  assert.match(await told(redirect('/searx/')), /: it redirects to /);
});

test('three redirects that still ask for JSON are followed, with the login, within the origin', async () => {
  const follow = async (location: string, ...more: readonly Reply[]) => {
    const { upstream, asked } = upstreamWith(redirect(location), ...more);
    const outcome = await callJson(upstream, call, { remedies: {}, signal });
    return [outcome.status, ...asked.slice(1)];
  };
  const followed = 'http://u:p@a.example:81/s?format=json';
  assert.deepEqual(await follow('/s?format=json', { text: '1' }), ['json', followed]);
  const again = redirect('/s?format=json');
  const endless = await follow('/s?format=json', again, again, again, again);
  assert.deepEqual(endless, ['failed', followed, followed, followed]);
  for (const location of ['/s', '/s?format=html', 'http://a.example/s?format=json'])
    assert.deepEqual(await follow(location), ['failed'], location);
});

test('a call without a reply fails with the reason of the connection; other errors are thrown', async () => {
  for (const [reason, expected] of [
    ['timeout', 'timeout'],
    ['network', 'network'],
    ['too-large', 'protocol'],
    ['protocol', 'protocol'],
  ] as const satisfies readonly (readonly [UpstreamError['reason'], string])[]) {
    const error = new UpstreamError(reason, 'it is so');
    assert.equal(await told(error), `${expected}: it is so`);
    const text = await callText(upstreamWith(error).upstream, call, { remedies: {}, signal });
    assert.deepEqual(text, { status: 'failed', reason: expected, cause: 'it is so' });
  }
  const fault = new Error('a fault');
  await assert.rejects(json(fault), fault);
});

test('a text of any kind is returned, and redirects to the same query are followed', async () => {
  const textOf = (reply: Reply) =>
    callText(upstreamWith(reply).upstream, call, { remedies: { 204: ['upstream', 'none'] }, signal });
  assert.deepEqual(await textOf({ text: '<p>', contentType: 'text/html' }), { status: 'text', text: '<p>' });
  assert.equal((await textOf({ status: 204 })).status, 'failed');
  assert.equal((await textOf(redirect('/s?format=json'))).status, 'failed');
  assert.equal((await textOf({ status: 500 })).status, 'failed');
  const follow = async (location: string) => {
    const { upstream, asked } = upstreamWith(redirect(location), { text: '<p>', contentType: 'text/html' });
    const search = { ...call, url: 'http://u:p@a.example:81/search?q=a+b' };
    const { status } = await callText(upstream, search, { remedies: {}, signal });
    return [status, ...asked.slice(1)];
  };
  const followed = 'http://u:p@a.example:81/searx/search?q=a%20b';
  assert.deepEqual(await follow('/searx/search?q=a%20b'), ['text', followed]);
  for (const location of ['/', '/login?next=q', '/search?q=b', 'http://b.example/search?q=a%20b'])
    assert.deepEqual(await follow(location), ['failed'], location);
});

test('a status of a proxy is told apart from an error of the back-end', async () => {
  const remedy = 'check that it is running and that the proxy forwards to its address';
  for (const status of [502, 504, 522])
    assert.equal(
      await told({ status }),
      `upstream: a proxy in front of it gets no answer from it (${status}): ${remedy} [${remedy}]`,
    );
  for (const status of [500, 503])
    assert.equal(await told({ status }), `upstream: it reports an error (${status})`);
});
