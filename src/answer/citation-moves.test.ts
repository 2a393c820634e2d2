import assert from 'node:assert/strict';
import { test } from 'node:test';
import { citationMovesInFinalText } from './draft.ts';

const before = 'One is red [1]. Two is blue [2]. Three is green [1].';
const moves = [
  { was: 2, now: 1, at: before.indexOf('[1]') },
  { was: 1, now: 2, at: before.indexOf('[2]') },
];

test('changed citations keep their places in a text that was cut off', () => {
  assert.deepEqual(
    citationMovesInFinalText(before.slice(0, 20), { text: before, citationMoves: moves }, 2),
    moves.slice(0, 1),
  );
  assert.deepEqual(citationMovesInFinalText(before, { text: before, citationMoves: moves }, 2), moves);
});

test('a single changed citation follows its statement, too, unless the statement was left out', () => {
  const [first, second] = moves;
  assert.ok(first !== undefined && second !== undefined);
  const kept = 'Well. Two is blue [2].';
  assert.deepEqual(citationMovesInFinalText(kept, { text: before, citationMoves: [second] }, 2), [
    { was: 1, now: 2, at: kept.indexOf('[2]') },
  ]);
  assert.deepEqual(citationMovesInFinalText(kept, { text: before, citationMoves: [first] }, 2), undefined);
});

test('a citation at the beginning or the end of a statement belongs to it', () => {
  const kept = 'Well. One is red [1].';
  for (const at of [0, 'One is red [1].'.length])
    assert.deepEqual(
      citationMovesInFinalText(kept, { text: before, citationMoves: [{ was: 2, now: 1, at }] }, 2),
      [{ was: 2, now: 1, at: at + 'Well. '.length }],
    );
});

test('a changed citation in the second of two equal statements stays in the second', () => {
  const text = 'It is red [1]. Gone [1]. It is red [1].';
  const finalText = 'It is red [1]. It is red [1].';
  const at = text.lastIndexOf('[1]');
  assert.deepEqual(
    citationMovesInFinalText(finalText, { text, citationMoves: [{ was: 2, now: 1, at }] }, 2),
    [{ was: 2, now: 1, at: finalText.lastIndexOf('[1]') }],
  );
});
