import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citedSentences } from './cited-sentences.ts';

const cite = (index: number) => `<a class="citation" href="#" rel="ugc">[${index}]</a>`;

/** The citations of some HTML as `number: sentence | clause`. */
const cited = (html: string) =>
  citedSentences(html).map(({ index, sentence, clause }) => `${index}: ${sentence} | ${clause}`);

test('a citation supports the sentence around it, first of all the part since the previous citation', () => {
  assert.deepEqual(
    cited(`<p>It is red ${cite(1)} and round ${cite(2)}. It is old.${cite(3)} Nobody knows.</p>`),
    [
      '1: It is red and round. | It is red',
      '2: It is red and round. | and round',
      '3: It is old. | It is old.',
    ],
  );
});

test('citations next to each other support the same part', () => {
  assert.deepEqual(cited(`<p>It is red${cite(1)}${cite(12)} ${cite(3)}, and round ${cite(4)}.</p>`), [
    '1: It is red, and round. | It is red',
    '12: It is red, and round. | It is red',
    '3: It is red, and round. | It is red',
    '4: It is red, and round. | , and round',
  ]);
});

test('a sentence ends with its block, and a row of a table is one line', () => {
  assert.deepEqual(cited(`<ul><li>Red ${cite(1)}</li><li>Round ${cite(2)}</li></ul>`), [
    '1: Red | Red',
    '2: Round | Round',
  ]);
  assert.deepEqual(
    cited(
      `<table><tr><th>Year</th><td>1990</td><td>912 ${cite(1)}</td></tr><tr><td>x ${cite(2)}</td></tr></table>`,
    ),
    ['1: Year 1990 912 | Year 1990 912', '2: x | x'],
  );
  assert.deepEqual(cited(`<p>a</p><p>b ${cite(1)}</p>`), ['1: b | b']);
});

test('text in inline elements, entities and words that only a citation parted are read as a person reads them', () => {
  assert.deepEqual(
    cited(`<p><em>Tom</em> &amp; <code>a &lt; b &gt; c</code> &quot;x&#39;s&quot; ${cite(1)}more.</p>`),
    [`1: Tom & a < b > c "x's" more. | Tom & a < b > c "x's"`],
  );
  assert.deepEqual(
    cited(`<p>one${cite(1)}two, <s>three</s><strong>four</strong> <a href="x">five</a>${cite(2)}.</p>`),
    ['1: one two, threefour five. | one', '2: one two, threefour five. | two, threefour five'],
  );
});

test('what is not cited is not told, and numbers in text are no citations', () => {
  assert.deepEqual(cited('<p>Nothing [1] here.</p>'), []);
  assert.deepEqual(cited(''), []);
  assert.deepEqual(cited(`<p>${cite(1)} First.</p>`).length, 1);
});
