import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSsml } from '@sayso/speech';
import { ANSWER, QUESTION } from '../../test/support/fixed-answer.ts';
import { forms } from './forms.ts';

const sources = [
  { index: 1, url: 'https://a.example/', title: 'A *b* [c]', snippet: 's', passages: [] },
  { index: 2, url: 'https://b.example/', title: '', snippet: '', passages: [] },
];

test('Markdown is the answer, a rule and its sources with their marks escaped', () => {
  assert.equal(
    forms['text/markdown']({ ...ANSWER, sources }),
    'Yes [1].\n\n---\n\n1. A \\*b\\* \\[c\\]: <https://a.example/>\n2. <https://b.example/>\n',
  );
  assert.equal(
    forms['text/markdown']({ ...ANSWER, sources: sources.slice(1) }),
    'Yes [1].\n\n---\n\n2. <https://b.example/>\n',
  );
  assert.equal(forms['text/markdown']({ ...ANSWER, sources: [] }), 'Yes [1].\n');
});

test('every form has the error unless the answer already says it', () => {
  const cut = { ...ANSWER, sources: [], error: 'It was cut.', errorMissingInText: true };
  assert.equal(forms['text/markdown'](cut), 'Yes [1].\n\nIt was cut.\n');
  assert.equal(forms['text/plain'](cut), 'Yes. It was cut.\n');
  assert.match(forms['application/ssml+xml'](cut), /It was cut\./);
  assert.match(forms['text/html'](cut, QUESTION), /<p role="note" dir="auto">It was cut\.<\/p>/);
  const quoting = { ...cut, error: 'It says <img> ![p](https://evil.example/).' };
  assert.equal(
    forms['text/markdown'](quoting),
    'Yes [1].\n\nIt says \\<img> ![p\\](`https://evil.example/`).\n',
  );
  const said = { ...cut, errorMissingInText: false };
  assert.equal(forms['text/markdown'](said), 'Yes [1].\n');
  assert.equal(forms['text/plain'](said), 'Yes.\n');
  assert.doesNotMatch(forms['text/html'](said, QUESTION), /role="note"/);
  const empty = { ...said, text: '', speech: '' };
  assert.equal(forms['text/markdown'](empty), 'It was cut.\n');
  assert.equal(forms['text/plain'](empty), 'It was cut.\n');
  assert.equal(forms['text/plain']({ ...empty, error: null }), '\n');
  assert.equal(forms['application/ssml+xml'](empty), toSsml('It was cut.', 'en'));
  assert.equal(forms['application/ssml+xml'](cut), toSsml('Yes. It was cut.', 'en'));
});

test('a source without a title is shown by its address, and one without a snippet has no second line', () => {
  const html = forms['text/html']({ ...ANSWER, sources }, { ...QUESTION, text: ' Who? ' });
  assert.match(html, /<h1 dir="auto">Who\?<\/h1>/);
  assert.match(html, /<li dir="auto"><a href="https:\/\/a\.example\/"[^>]*>A \*b\* \[c\]<\/a> <small>/);
  assert.match(html, /<small>a\.example<\/small><br>s<\/li>/);
  assert.match(
    html,
    /<a href="https:\/\/b\.example\/"[^>]*>https:\/\/b\.example\/<\/a> <small>b\.example<\/small><\/li>/,
  );
  assert.doesNotMatch(forms['text/html']({ ...ANSWER, sources: [] }, QUESTION), /<ol>/);
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
