import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { createVerdictReader } from './model-judge.ts';

function read(reply: string, count = 9) {
  const reader = createVerdictReader(count);
  return [...reader.push(reply), ...reader.end()];
}

test('each line is a number and a word, with whatever marks a model adds', () => {
  const reply = [
    '1 supported',
    '2: contradicted "four moons"',
    '**3.** Contradicted: source 2 says “in 1904”',
    '- 4) missing',
    '5. none',
  ].join('\n');
  assert.deepEqual(read(reply), [
    { at: 0, verdict: 'supported', quote: '' },
    { at: 1, verdict: 'contradicted', quote: 'four moons' },
    { at: 2, verdict: 'contradicted', quote: 'in 1904' },
    { at: 3, verdict: 'missing', quote: '' },
    { at: 4, verdict: 'no-claim', quote: '' },
  ]);
});

test('a line is read as soon as it is complete', () => {
  const reader = createVerdictReader(2);
  assert.deepEqual(reader.push('1 suppor'), []);
  assert.deepEqual(reader.push('ted\n2 mis'), [{ at: 0, verdict: 'supported', quote: '' }]);
  assert.deepEqual(reader.push('sing'), []);
  assert.deepEqual(reader.end(), [{ at: 1, verdict: 'missing', quote: '' }]);
});

test('nonsense is ignored: other text, unknown words, numbers that do not exist, a second verdict', () => {
  const reply = 'Here are my verdicts:\n0 supported\n4 supported\n2 maybe\n1 missing\n1 supported\nsupported';
  assert.deepEqual(read(reply, 3), [{ at: 0, verdict: 'missing', quote: '' }]);
});

test('any reply in any pieces gives at most one verdict for each statement', () => {
  const line = fc.oneof(
    fc.constantFrom('1 supported', '2 missing', '3: contradicted "x"', '7 none', '"'.repeat(500)),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line), fc.nat(40), (lines, size) => {
      const reply = lines.join('\n');
      const reader = createVerdictReader(3);
      const pieces = reply.match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? [];
      const verdicts = [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()];
      assert.deepEqual(verdicts, read(reply, 3));
      assert.equal(new Set(verdicts.map(({ at }) => at)).size, verdicts.length);
      assert.ok(verdicts.every(({ at }) => at >= 0 && at < 3));
    }),
  );
});
