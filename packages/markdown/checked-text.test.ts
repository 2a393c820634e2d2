import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CheckedText } from './checked-text.ts';

/** A string is written; a function does something else. */
type Step = string | ((text: CheckedText) => void);

/** A text after some steps. */
function textOf(...steps: readonly Step[]): CheckedText {
  const text = new CheckedText();
  for (const step of steps) {
    if (typeof step === 'string') text.write(step);
    else step(text);
  }
  return text;
}
const shown = (...steps: readonly Step[]) => textOf(...steps).take();
/** Citations as the model wrote them, and citations that it wrote in another notation. */
const cites =
  (...numbers: readonly number[]) =>
  (text: CheckedText) =>
    text.cite(numbers, false);
const rewrites =
  (...numbers: readonly number[]) =>
  (text: CheckedText) =>
    text.cite(numbers, true);
const takesOut =
  (lead = '', group = '[9]') =>
  (text: CheckedText) =>
    text.takeOut(lead, group);

test('the places of the citations are those in the whole text', () => {
  const text = textOf('Ab ', cites(1, 12), ' c', rewrites(3));
  assert.deepEqual(text.citations, [
    { index: 1, from: 3, to: 6 },
    { index: 12, from: 6, to: 10 },
    { index: 3, from: 12, to: 15 },
  ]);
  assert.equal(text.length, 15);
  assert.equal(text.take(), 'Ab [1][12] c[3]');
  assert.equal(text.take(), '');
  text.write('.');
  assert.deepEqual([text.length, text.take()], [16, '.']);
});

test('a bracket is escaped only if it would close citations that were changed behind an open bracket', () => {
  assert.equal(shown('[[1]', ']'), '[[1]]');
  assert.equal(shown('[', cites(1), ']'), '[[1]]');
  assert.equal(shown('[', rewrites(1), ' , ] x'), '[[1] , \\] x');
  assert.equal(shown('[', cites(1), takesOut(), ']'), '[[1]\\]');
  assert.equal(
    shown('[', cites(1), (text) => text.markChanged(), ']'),
    '[[1]\\]',
  );
  assert.equal(shown('[', rewrites(1), ' and more]'), '[[1] and more]');
  assert.equal(shown('[', rewrites(1), ' words', '] x'), '[[1] words] x');
  assert.equal(shown('[', rewrites(1), '] then [', cites(1), ']'), '[[1]\\] then [[1]]');
  assert.equal(shown('[', rewrites(1), ' then [', cites(1), ']'), '[[1] then [[1]]');
});

test('no line becomes a definition because of a change', () => {
  assert.equal(shown(cites(1), ': a'), '[1]: a');
  assert.equal(shown(rewrites(1), ': a'), '[1] : a');
  assert.equal(shown(rewrites(1), ' a'), '[1] a');
  assert.equal(shown(rewrites(1), ' a', ': b'), '[1] a: b');
  assert.equal(shown('a ', rewrites(1), ': b'), 'a [1]: b');
  assert.equal(shown(cites(1), takesOut(), ': a'), '[1] : a');
});

test('where a citation was removed, only the blank that is needed stays', () => {
  assert.equal(shown('a', takesOut(' '), ' b'), 'a b');
  assert.equal(shown('a', takesOut(' '), 'b'), 'a b');
  assert.equal(shown('a', takesOut(' '), '.'), 'a.');
  assert.equal(shown('a', takesOut(', '), 'b'), 'ab');
  assert.equal(shown('a', takesOut(' '), takesOut(''), 'b'), 'a b');
  assert.equal(shown('a', takesOut(' (', '[9]'), ')b'), 'ab');
  assert.equal(shown('a', takesOut(' (', '[9]'), 'see)'), 'a (see)');
  assert.equal(shown('Look! here', takesOut(), 'x'), 'Look! herex');
  for (const mark of ['`', '~', '!', '\\']) assert.equal(shown(mark, takesOut(), 'x'), `${mark} x`);
});

test('numbers stay, in round brackets, behind a bracket up to 64 characters back that is still open', () => {
  assert.equal(shown('[1', takesOut('', '[8, 7]'), ']'), '[1(8 7)]');
  assert.equal(shown(`[${' '.repeat(63)}`, takesOut()), `[${' '.repeat(63)}(9)`);
  assert.equal(shown(`[${' '.repeat(64)}`, takesOut()), `[${' '.repeat(64)}`);
  assert.equal(shown('[', ' '.repeat(63), takesOut()), `[${' '.repeat(63)}(9)`);
  assert.equal(shown('[', ' '.repeat(64), takesOut()), `[${' '.repeat(64)}`);
  assert.equal(shown('[a', takesOut(), '.'), '[a.');
});
