import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import { readResult } from './mcp-result.ts';

const query = { text: 'frogs', limit: 5, scope: ANY_SCOPE };
const text = (...texts: readonly string[]) => texts.map((each) => ({ type: 'text', text: each }));
const read = (result: Parameters<typeof readResult>[0]) => readResult(result, query);

test('data comes before text', () => {
  const outcome = read({
    content: text('Title: B\nURL: https://b.org/'),
    structuredContent: { results: [{ url: 'https://a.org/', title: 'A', snippet: 'x' }] },
  });
  assert.deepEqual(outcome, { status: 'ok', hits: [{ url: 'https://a.org/', title: 'A', snippet: 'x' }] });
});

test('a text inside data is read like a text', () => {
  const list = 'Title: B\nURL: https://b.org/';
  const outcome = read({ content: text(list), structuredContent: { results: list } });
  assert.equal(outcome.status, 'ok');
});

test('results without a URL are dropped and counted', () => {
  const outcome = read({ structuredContent: [{ title: 'A' }, { title: 'B', url: 'https://b.org/' }] });
  assert.equal(outcome.status === 'ok' && outcome.hint, '1 of its 2 results have no URL and are left out');
  const none = read({ structuredContent: [{ title: 'A' }, { title: 'B' }] });
  assert.equal(none.status === 'failed' && none.cause, 'none of its 2 results has a URL');
});

test('nothing found is no failure', () => {
  for (const result of [
    { content: text('No results found for "frogs".') },
    { content: [], structuredContent: { results: [] } },
    { content: text('[]') },
    { content: [] },
    { content: text('No web results found'), isError: true },
  ])
    assert.deepEqual(read(result), { status: 'empty' });
});

test('a form that is not known is a failure that shows its beginning', () => {
  const outcome = read({ content: text(`Frogs are\n\ngreen. ${'x '.repeat(500)}`) });
  assert.ok(outcome.status === 'failed');
  assert.equal(outcome.reason, 'protocol');
  assert.match(outcome.cause, /: "Frogs are green\. x x .*…"$/);
  assert.ok(outcome.cause.length < 280);
});

test('an error is a limit, a refusal or a failure, by its words, and shows no keys', () => {
  const reasonOf = (message: string) => {
    const outcome = read({ content: text(message), isError: true });
    assert.ok(outcome.status === 'failed');
    return outcome.reason;
  };
  assert.equal(reasonOf('API error: 429 Too Many Requests'), 'rate');
  assert.equal(reasonOf("You've hit the free rate limit"), 'rate');
  assert.equal(reasonOf('Invalid API key'), 'configuration');
  assert.equal(reasonOf('fetch failed'), 'upstream');
  const leaking = read({ content: text('Bad key sk-abcdefghijklmnopqrstuvwxyz'), isError: true });
  assert.ok(leaking.status === 'failed' && !leaking.cause.includes('abcdefgh'));
});
