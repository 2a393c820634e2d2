import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hitOf, pageOf, questionOf } from '../../test/support/selecting.ts';
import { select } from './select.ts';
import { beyondPage, isUnlikeExcerpt } from './source.ts';

const EXCERPT = 'The quorum is seven members.';
/** What hosts send with status 200 in place of a page; none of it is known to the program. */
const REFUSALS = [
  'Sign in\nUser name Password\nPlease sign in to see this document.',
  'Oops! We cannot find that page. It may have moved. Try the search or go to the home page.',
  'Subscribe to read on. Four weeks for one euro, then nine euros a month. Cancel any time.',
  'ログインしてください。パスワードを忘れた方はこちら。新規登録はこちら。',
];

test('a page that refuses is not the one of the search result, and does not displace its excerpt', async () => {
  for (const text of REFUSALS) {
    assert.equal(isUnlikeExcerpt(EXCERPT, text), true, text);
    for (const page of [text, `${text} ${'Terms of service apply to each visitor. '.repeat(300)}`]) {
      const hit = hitOf('Rules', EXCERPT);
      const question = questionOf('What is the quorum?');
      const pages = new Map([pageOf(hit, page)]);
      const [source] = await select({ question, hits: [hit], pages, contextTokens: 60 });
      assert.ok(source?.passages.some((passage) => passage.text === EXCERPT));
    }
  }
});

test('a short page that says what its excerpt says, or half of it, is the one of the search result', () => {
  assert.equal(isUnlikeExcerpt(EXCERPT, 'Rules. The quorum is seven members. The chair votes last.'), false);
  assert.equal(isUnlikeExcerpt(EXCERPT, 'A quorum needs seven.'), false);
  assert.equal(isUnlikeExcerpt('', 'A page.'), false);
  assert.equal(isUnlikeExcerpt('Home page', 'A text about something else.'), false);
});

test('a long page is never taken for another one', () => {
  assert.equal(isUnlikeExcerpt(EXCERPT, 'Nothing of that. '.repeat(200)), false);
});

test('an excerpt counts only if the page does not say it', () => {
  const text = 'Rules.\n\nThe quorum is\nseven members. The chair (a) votes last.';
  assert.equal(beyondPage('… The quorum is seven members. … The chair (a) votes …', text), '');
  assert.equal(beyondPage(EXCERPT, text), '');
  assert.equal(beyondPage('The quorum is nine members.', text), 'The quorum is nine members.');
  assert.equal(beyondPage(' … ', text), '');
});

test('a source of which only the excerpt is quoted does not count as read', async () => {
  const hit = hitOf('Rules', EXCERPT);
  const [url, page] = pageOf(hit, 'Sign in. '.repeat(500));
  const pages = new Map([[url, { ...page, readAt: '2026-01-31T08:00:00.000Z' }]]);
  const question = questionOf('What is the quorum?');
  const [source] = await select({ question, hits: [hit], pages, contextTokens: 16 });
  assert.deepEqual([source?.basis, source?.readAt], ['snippet', undefined]);
  assert.deepEqual(
    source?.passages.map(({ text }) => text),
    [EXCERPT],
  );
});
