import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boilerplateCertainty, hasMainName, isFrame, roleOf } from './boilerplate.ts';

type Attributes = Readonly<Record<string, string>>;
const around = (tag: string, attributes: Attributes = {}) => boilerplateCertainty({ tag, attributes });

test('boilerplate is known by its tag, its role and its name, more or less surely', () => {
  for (const tag of ['nav', 'aside', 'footer', 'menu', 'figcaption', 'form'])
    assert.equal(around(tag), 'surely', tag);
  for (const role of ['navigation', ' Banner x', 'COMPLEMENTARY', 'search'])
    assert.equal(around('div', { role }), 'surely', role);
  for (const name of ['sidebar', 'share-buttons', 'x Related-Posts', 'cookie_banner', 'site-footer'])
    assert.equal(around('div', { class: name }), 'surely', name);
  assert.equal(around('div', { id: 'sidebar' }), 'surely');
  for (const name of ['byline', 'tags', 'print-only', 'toc'])
    assert.equal(around('div', { class: name }), 'perhaps', name);
  for (const name of ['', 'story', 'navigator', 'undertoc', 'twitter-tweet share'])
    assert.equal(around('div', { class: name }), 'no', name);
  assert.equal(around('div'), 'no');
});

test('the element with the article is no boilerplate by its name, but may be by its role', () => {
  for (const tag of ['body', 'html', 'article', 'main']) {
    assert.equal(around(tag, { class: 'sidebar' }), 'no', tag);
    assert.equal(around(tag, { role: 'navigation' }), 'surely', tag);
  }
});

test('the frame of a page is its menu, its footer and its consent banner', () => {
  const frame = (tag: string, attributes: Attributes = {}) => isFrame({ tag, attributes });
  assert.ok(frame('nav') && frame('footer') && frame('div', { role: 'contentinfo' }));
  for (const tag of ['div', 'section', 'aside']) assert.ok(frame(tag, { class: 'cookie-banner' }), tag);
  assert.ok(frame('p', { role: 'dialog', id: 'gdpr' }));
  assert.ok(!frame('p', { class: 'cookie-banner' }));
  assert.ok(!frame('div', { class: 'cookery' }));
  assert.ok(!frame('div', { role: 'dialog' }) && !frame('aside') && !frame('div'));
  assert.ok(!frame('body', { class: 'consent' }) && !frame('html', { class: 'consent' }));
});

test('the article declares itself by tag, role or name', () => {
  const says = (tag: string, attributes: Attributes = {}) => hasMainName({ tag, attributes });
  assert.ok(says('article') && says('main') && says('div', { role: 'main' }));
  assert.ok(says('div', { class: 'entry-content' }) && says('div', { id: 'story' }));
  assert.ok(says('div', { itemprop: 'articleBody' }) && !says('div', { itemprop: 'author' }));
  assert.ok(says('div', { role: 'article' }) && !says('div', { role: 'note' }));
  assert.ok(!says('div') && !says('div', { class: 'contents-list' }));
});

test('a role is the first word, in lower case', () => {
  assert.deepEqual([{}, { role: '' }, { role: ' Main other' }, { role: 'A\tb' }].map(roleOf), [
    '',
    '',
    'main',
    'a',
  ]);
});
