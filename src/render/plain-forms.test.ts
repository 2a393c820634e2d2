import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSsml } from '@sayso/speech';
import { ANSWER, QUESTION } from '../../test/support/fixed-answer.ts';
import { forms, toHtmlForm, toMarkdownForm, toPlainForm, toSsmlForm } from './forms.ts';

const sources = [
  { index: 1, url: 'https://a.example/', title: 'A *b* [c]', snippet: 's', passages: [] },
  { index: 2, url: 'https://b.example/', title: '', snippet: '', passages: [] },
];

test('Markdown is the answer, a rule and its sources with their marks escaped', () => {
  assert.equal(
    toMarkdownForm({ ...ANSWER, sources }),
    'Yes [1].\n\n---\n\n1. A \\*b\\* \\[c\\]: <https://a.example/>\n2. <https://b.example/>\n',
  );
  assert.equal(
    toMarkdownForm({ ...ANSWER, sources: sources.slice(1) }),
    'Yes [1].\n\n---\n\n2. <https://b.example/>\n',
  );
  assert.equal(toMarkdownForm({ ...ANSWER, sources: [] }), 'Yes [1].\n');
});

test('every form has the error unless the answer already says it', () => {
  const cut = { ...ANSWER, sources: [], error: 'It was cut.', errorMissingInText: true };
  assert.equal(toMarkdownForm(cut), 'Yes [1].\n\nIt was cut.\n');
  assert.equal(toPlainForm(cut), 'Yes. It was cut.\n');
  assert.match(toSsmlForm(cut), /It was cut\./);
  assert.match(toHtmlForm(cut, QUESTION), /<p role="note" dir="auto">It was cut\.<\/p>/);
  const quoting = { ...cut, error: 'It says <img> ![p](https://evil.example/).' };
  assert.equal(toMarkdownForm(quoting), 'Yes [1].\n\nIt says \\<img> ![p\\](`https://evil.example/`).\n');
  const said = { ...cut, errorMissingInText: false };
  assert.equal(toMarkdownForm(said), 'Yes [1].\n');
  assert.equal(toPlainForm(said), 'Yes.\n');
  assert.doesNotMatch(toHtmlForm(said, QUESTION), /role="note"/);
  const empty = { ...said, text: '', speech: '' };
  assert.equal(toMarkdownForm(empty), 'It was cut.\n');
  assert.equal(toPlainForm(empty), 'It was cut.\n');
  assert.equal(toPlainForm({ ...empty, error: null }), '\n');
  assert.equal(toSsmlForm(empty), toSsml('It was cut.', 'en'));
  assert.equal(toSsmlForm(cut), toSsml('Yes. It was cut.', 'en'));
});

test('a source without a title is shown by its address, and one without a snippet has no second line', () => {
  const html = toHtmlForm({ ...ANSWER, sources }, { ...QUESTION, text: ' Who? ' });
  assert.match(html, /<h1 dir="auto">Who\?<\/h1>/);
  assert.match(html, /<li dir="auto"><a href="https:\/\/a\.example\/"[^>]*>A \*b\* \[c\]<\/a> <small>/);
  assert.match(html, /<small>a\.example<\/small><br>s<\/li>/);
  assert.match(
    html,
    /<a href="https:\/\/b\.example\/"[^>]*>https:\/\/b\.example\/<\/a> <small>b\.example<\/small><\/li>/,
  );
  assert.doesNotMatch(toHtmlForm({ ...ANSWER, sources: [] }, QUESTION), /<ol>/);
});

test('every form is found by its media type', () => {
  assert.deepEqual(Object.keys(forms).sort(), [
    'application/ssml+xml',
    'text/html',
    'text/markdown',
    'text/plain',
  ]);
  assert.equal(forms['text/plain'](ANSWER, QUESTION), 'Yes.\n');
});

test('SSML has as many sentences as just fit, and the beginning of a first one that does not', () => {
  const whole = toSsml('One two. Three four.', 'en');
  assert.equal(toSsml('One two. Three four.', 'en', whole.length), whole);
  assert.equal(toSsml('One two. Three four.', 'en', whole.length - 1), toSsml('One two.', 'en'));
  const frame = toSsml('', 'en').length + '<s></s>'.length;
  const first = (chars: number) => toSsml('aaa bbb & ccc ddd', 'en', frame + chars);
  assert.equal(first('aaa bbb'.length), toSsml('aaa bbb', 'en'));
  assert.equal(first('aaa bb'.length), toSsml('aaa', 'en'));
  assert.equal(first('aaa bbb &amp;'.length), toSsml('aaa bbb &', 'en'));
  assert.equal(first('aaa bbb &amp'.length), toSsml('aaa bbb', 'en'));
  assert.equal(toSsml('aaaaa', 'en', frame + 3), toSsml('aaa', 'en'));
});
