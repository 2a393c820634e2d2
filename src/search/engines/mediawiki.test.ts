import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { serve } from '../../../test/support/local-server.ts';
import { assertFailed, json, outcomeAt, page } from '../../../test/support/search-replies.ts';
import { testUpstream } from '../../../test/support/test-upstream.ts';
import type { FailedReason } from '../../core/attempt.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import { mediawiki } from './mediawiki.ts';

const forever = new AbortController().signal;

function pageOf(title: string, index: number, extract: string) {
  return {
    pageid: index,
    ns: 0,
    title,
    index,
    extract,
    fullurl: `https://wiki.example.org/wiki/${title}`,
    length: 1,
  };
}

function outcomeOf(listener: RequestListener, text = 'capital angola', limit = 5) {
  return outcomeAt(
    listener,
    (upstream, url) => mediawiki.open({ upstream, url: `${url}/w/api.php`, timeoutMs: 60_000 }),
    { text, limit },
  );
}

test('searches texts and requests introductions in one call', async () => {
  const asked: URL[] = [];
  const outcome = await outcomeOf(
    (request, response) => {
      asked.push(new URL(request.url ?? '', 'http://x'));
      json({ batchcomplete: true })(request, response);
    },
    'capital "angola"',
    50,
  );
  assert.deepEqual(outcome, { status: 'empty' });
  assert.equal(asked.length, 1);
  assert.deepEqual(
    { ...Object.fromEntries(asked[0]?.searchParams ?? []) },
    {
      action: 'query',
      format: 'json',
      formatversion: '2',
      utf8: '1',
      generator: 'search',
      gsrsearch: 'capital  angola',
      gsrwhat: 'text',
      gsrlimit: '20',
      prop: 'extracts|info',
      exintro: '1',
      explaintext: '1',
      exlimit: 'max',
      inprop: 'url',
    },
  );
});

test('returns pages in the order of the search with their text', async () => {
  const long = `Angola is a country. ${'More words follow here. '.repeat(50)}`;
  const pages = [pageOf('Luanda', 2, ''), pageOf('Angola', 1, long), { title: 'no address' }, null];
  const outcome = await outcomeOf(json({ batchcomplete: true, query: { pages }, limits: { extracts: 20 } }));
  assert.ok(outcome.status === 'ok');
  const [first, second] = outcome.hits;
  assert.equal(first?.title, 'Angola');
  assert.equal(first.text, long.trim());
  assert.ok(first.snippet.startsWith('Angola is a country.') && first.snippet.length <= 300);
  assert.deepEqual(second, { url: 'https://wiki.example.org/wiki/Luanda', title: 'Luanda', snippet: '' });
});

test('finds the API from any form of the URL', async () => {
  const asked: string[] = [];
  await using server = await serve((request, response) => {
    asked.push(request.url?.split('?')[0] ?? '');
    json({ batchcomplete: true })(request, response);
  });
  await using upstream = testUpstream();
  for (const path of ['', '/', '/api.php', '/w/api.php', '/w/', '/wiki5/api.php5', '/a.phpx']) {
    const backend = mediawiki.open({ upstream, url: server.url + path, timeoutMs: 60_000 });
    await backend.search({ text: 'x', limit: 5, scope: ANY_SCOPE }, forever);
  }
  assert.deepEqual(asked, [
    ...['/w/api.php', '/w/api.php', '/api.php', '/w/api.php', '/w/api.php', '/wiki5/api.php5'],
    '/a.phpx/api.php',
  ]);
});

test('sends no operators and at most 300 characters', async () => {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(new URL(request.url ?? '', 'http://x').searchParams.get('gsrsearch') ?? '');
    json({ batchcomplete: true })(request, response);
  };
  await outcomeOf(listener, 'insource:/a.*b/ -angola twenty-one ~x');
  await outcomeOf(listener, 'ä'.repeat(2_000));
  assert.deepEqual(asked[0]?.split(/\s+/), ['insource', 'a.', 'b', 'angola', 'twenty-one', 'x']);
  assert.equal(asked[1], 'ä'.repeat(300));
  assert.deepEqual(await outcomeOf(listener, '???'), { status: 'empty' });
  assert.equal(asked.length, 2);
});

test('recognizes errors with status 200, in either format', async () => {
  const cases: [unknown, FailedReason, RegExp][] = [
    [{ error: { code: 'maxlag', info: 'Waiting for a server', lag: 6 } }, 'upstream', /\(maxlag\)$/],
    [{ error: { code: 'ratelimited', info: 'too fast' } }, 'rate', /\(ratelimited\)$/],
    [{ error: { code: 'missingparam' } }, 'bad-parameter', /\(missingparam\)$/],
    [{ error: { code: 'readapidenied' } }, 'configuration', /\(readapidenied\)$/],
    [{ errors: [{ code: 'readonly', text: 'closed' }], docref: 'See' }, 'upstream', /\(readonly\)$/],
    [{ error: { code: '<b>not a code</b>' } }, 'upstream', /reports an error$/],
    [{ error: { info: 'none' } }, 'upstream', /reports an error$/],
  ];
  for (const [body, reason, cause] of cases) assertFailed(await outcomeOf(json(body)), reason, cause);
});

test('reports a server that is not a MediaWiki or refuses', async () => {
  assertFailed(await outcomeOf(page('<title>API result</title>')), 'protocol', /web page instead of JSON/);
  for (const body of [{}, { results: [] }])
    assertFailed(await outcomeOf(json(body)), 'protocol', /is it a MediaWiki/);
  for (const body of [null, 7, [], { query: 7 }])
    assertFailed(await outcomeOf(json(body)), 'protocol', /MediaWiki/);
  assertFailed(await outcomeOf(json({}, 403)), 'blocked', /set CONTACT/);
  assertFailed(await outcomeOf(json({}, 429)), 'rate', /429/);
});
