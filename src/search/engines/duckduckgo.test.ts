import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { assertFailed, outcomeAt, page } from '../../../test/support/search-replies.ts';
import { ANY_SCOPE, type Scope } from '../../core/scope.ts';
import type { SafeSearchLevel } from '../search.ts';
import { duckduckgo } from './duckduckgo.ts';

const result = (href: string, title: string, snippet: string, more = '') => `
  <div class="result results_links results_links_deep web-result ${more}">
    <div class="links_main links_deep result__body">
      <h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>
      <div class="result__extras"><span class="result__icon"></span></div>
      <a class="result__snippet" href="${href}">${snippet}</a>
      <div class="clear"></div>
    </div>
  </div>`;
const pageOf = (list: string) => `<!DOCTYPE html><html><head><title>x at DuckDuckGo</title></head><body>
  <form id="x" class="search-form" action="/html/" method="post"><input name="q" value="x"></form>
  <div class="serp__results"><div id="links" class="results">${list}</div></div></body></html>`;

const CARE = result('https://example.org/care', 'Axolotl care', 'Cold <b>water</b> &amp; shade.');
const COUNTED = '//duckduckgo.com/l/?uddg=https%3A%2F%2Fexample.org%2Flake%3Fa%3D1&amp;rut=0123';
const PAGE = pageOf(CARE + result(COUNTED, 'Lake', 'Xochimilco.'));

function outcomeOf(
  listener: RequestListener,
  query: { text?: string; scope?: Scope; path?: string; safesearch?: SafeSearchLevel } = {},
) {
  const { path = '', safesearch = null, ...rest } = query;
  return outcomeAt(
    listener,
    (upstream, url) => duckduckgo.open({ upstream, url: url + path, timeoutMs: 60_000, safesearch }),
    rest,
  );
}

test('posts the question without operators, with our own user agent', async () => {
  const asked: [IncomingMessage, string][] = [];
  const reply: RequestListener = async (request, response) => {
    asked.push([request, await text(request)]);
    page(PAGE)(request, response);
  };
  await outcomeOf(reply, { text: '!g Fisch & Chips', scope: { ...ANY_SCOPE, language: 'de-AT' } });
  await outcomeOf(reply, { scope: { ...ANY_SCOPE, language: 'de' }, path: '/proxy/html/' });
  const [first, second] = asked;
  assert.equal(first?.[0].method, 'POST');
  assert.equal(first[0].url, '/html/');
  assert.equal(first[0].headers['user-agent'], 'Sayso/1 (test)');
  assert.equal(first[1], 'q=g+Fisch+%26+Chips&b=&kl=at-de');
  assert.equal(second?.[0].url, '/proxy/html/');
  assert.equal(second[1], 'q=x&b=&kl=');
  assert.deepEqual(await outcomeOf(reply, { text: '!!' }), { status: 'empty' });
});

test('returns results with their target URLs, without advertisements', async () => {
  const advertisement = result('https://duckduckgo.com/y.js?ad_domain=x', 'Buy', 'Now.', 'result--ad');
  const unmarked = result('//duckduckgo.com/y.js?ad_domain=x', 'Buy', 'Now.');
  assert.deepEqual(await outcomeOf(page(pageOf(advertisement + unmarked) + PAGE)), {
    status: 'failed',
    reason: 'protocol',
    cause: 'its page has neither results nor a note that there are none',
  });
  assert.deepEqual(await outcomeOf(page(PAGE.replace(CARE, advertisement + unmarked + CARE))), {
    status: 'ok',
    hits: [
      { url: 'https://example.org/care', title: 'Axolotl care', snippet: 'Cold water & shade.' },
      { url: 'https://example.org/lake?a=1', title: 'Lake', snippet: 'Xochimilco.' },
    ],
  });
});

test('is empty only if the page says that there are no results', async () => {
  const none =
    '<div class="result results_links result--no-result"><div class="no-results">No results.</div></div>';
  assert.deepEqual(await outcomeOf(page(pageOf(none))), { status: 'empty' });
  assertFailed(await outcomeOf(page(pageOf(''))), 'protocol', /neither results nor/);
  assertFailed(await outcomeOf(page('<h1>Welcome</h1>')), 'protocol', /not a list of results/);
  assertFailed(await outcomeOf(page('<div>'.repeat(300_000))), 'protocol', /not a list of results/);
});

test('recognizes bot checks', async () => {
  const challenge = '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"></form>';
  assertFailed(await outcomeOf(page(challenge)), 'blocked', /for a bot/);
  assertFailed(await outcomeOf(page(pageOf(challenge))), 'blocked', /for a bot/);
  assertFailed(await outcomeOf(page(PAGE, 202)), 'blocked', /202/);
  assertFailed(await outcomeOf(page('', 303, { location: '/' })), 'blocked', /303/);
  assertFailed(await outcomeOf(page('', 403)), 'blocked', /403/);
  assertFailed(await outcomeOf(page('', 500)), 'upstream', /500/);
});
