import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Source } from '../core/terms.ts';
import { support } from './support.ts';

function source(index: number, title: string, ...texts: string[]): Source {
  const passages = texts.map((text) => ({ text, from: 0, to: text.length }));
  return { index, url: `https://s${index}.test/`, title, snippet: '', passages };
}

const cite = (index: number) => `<a class="citation" href="https://s.test/?a=1&amp;b" rel="x">[${index}]</a>`;
const quotes = (html: string, ...sources: Source[]) => support(html, sources).map(({ quote }) => quote);

const everest = source(
  1,
  'Mount Everest',
  'Many people climb it. Its height is 8,849 metres above sea level. The air is thin there.',
  'It was first climbed by Tenzing Norgay and Edmund Hillary. That was on 29 May 1953. The weather was fine.',
);
const k2 = source(2, 'K2', 'K2 is 8,611 metres high. It lies in the Karakoram range.');

test('quotes the sentence that says what the answer says', () => {
  const html = `<p dir="auto">Mount Everest is 8,849 metres high ${cite(1)}. It is higher than K2, which reaches 8,611 metres ${cite(2)}.</p>\n`;
  assert.deepEqual(quotes(html, everest, k2), [
    'Its height is 8,849 metres above sea level.',
    'K2 is 8,611 metres high.',
  ]);
});

test('quotes two sentences that follow each other where both are needed', () => {
  const html = `<p>Hillary and Norgay first climbed it on 29 May 1953 ${cite(1)}.</p>`;
  assert.deepEqual(quotes(html, everest), [
    'It was first climbed by Tenzing Norgay and Edmund Hillary. That was on 29 May 1953.',
  ]);
});

test('each citation of a sentence supports the words before it', () => {
  const html = `<p>It is 8,849 metres high ${cite(1)} and Tenzing Norgay climbed it ${cite(1)}.</p>`;
  assert.deepEqual(quotes(html, everest), [
    'Its height is 8,849 metres above sea level.',
    'It was first climbed by Tenzing Norgay and Edmund Hillary.',
  ]);
});

test('a citation after the full stop belongs to the sentence before it', () => {
  const html = `<p>K2 is 8,611 metres high. ${cite(2)} Nothing else is known.</p>`;
  assert.deepEqual(quotes(html, everest, k2), ['K2 is 8,611 metres high.']);
});

test('quotes nothing if the source has nothing similar', () => {
  assert.deepEqual(quotes(`<p>Bananas are rich in potassium ${cite(1)}.</p>`, everest), ['']);
  assert.deepEqual(quotes(`<p>${cite(1)}</p>`, everest), ['']);
  assert.deepEqual(quotes(`<p>High ${cite(1)}.</p>`, source(1, 'Empty')), ['']);
});

test('returns one entry per citation link, in order, and none for numbers in code and links', () => {
  const html = `<h2>Peaks</h2>
<ul>
<li>K2: 8,611 metres ${cite(2)}${cite(1)}</li>
</ul>
<pre dir="ltr"><code>a[1] &lt;a class=&quot;citation&quot;&gt;[1]&lt;/a&gt;</code></pre>
<p><a href="https://x.test/" rel="x">see [1]</a> and <code>[2]</code></p>
<table><tbody><tr><td>Everest</td><td>8,849 metres ${cite(1)}</td></tr></tbody></table>`;
  assert.deepEqual(
    support(html, [everest, k2]).map(({ index }) => index),
    [2, 1, 1],
  );
  assert.equal(quotes(html, everest, k2).at(-1), 'Its height is 8,849 metres above sea level.');
});

test('reads a language without blanks between its words', () => {
  const tokyo = source(1, '東京', '東京は日本の首都である。人口は約1400万人である。気候は温暖である。');
  assert.deepEqual(quotes(`<p>東京の人口は約1400万人です${cite(1)}。</p>`, tokyo), [
    '人口は約1400万人である。',
  ]);
});

test('every quote is a part of a passage, and short enough for a card', () => {
  const word = fc.constantFrom('alpha', 'beta', '8,849', 'Gamma', '𝒳𝒴', '首都', '. ', '\n', '?', '"', ' ');
  const text = fc.array(word, { maxLength: 120 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 3 }), (claim, texts) => {
      const html = `<p>${claim.replaceAll('"', '&quot;')} ${cite(1)} ${cite(3)}</p>`;
      const told = support(html, [source(1, 'Alpha', ...texts)]);
      assert.equal(told.length, 2);
      for (const { quote } of told) {
        assert.ok(quote === '' || texts.some((passage) => passage.includes(quote)));
        assert.ok(quote.isWellFormed() && quote.length <= 660);
      }
      assert.equal(told[1]?.quote, '');
    }),
  );
});

test('never throws, whatever the HTML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (html) => {
      assert.deepEqual(support(html, [everest]), support(html, [everest]));
    }),
  );
});

test('compares a bounded number of citations and lists the rest without a quote', () => {
  const html = `<p>${`Everest is 8,849 metres high ${cite(1)}. `.repeat(400)}</p>`;
  const found = quotes(html, everest);
  assert.equal(found.length, 400);
  assert.equal(found[0], 'Its height is 8,849 metres above sea level.');
  assert.equal(found.at(-1), '');
});
