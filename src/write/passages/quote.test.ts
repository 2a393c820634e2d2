import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { assertProportional } from '../../../test/support/proportional.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { toQuote } from './quote.ts';

test('brings a sentence on one line, without list marks and invisible characters', () => {
  assert.equal(toQuote('  - First\n  thing\u200b. '), 'First thing.');
  assert.equal(toQuote('3. Third thing.'), 'Third thing.');
  assert.equal(toQuote('330 metres.'), '330 metres.');
  assert.equal(toQuote('😇 Tried and true.'), 'Tried and true.');
  assert.equal(toQuote('⚡️ Fast: 100 %.'), 'Fast: 100 %.');
  assert.equal(toQuote('© 2026 by us.'), '© 2026 by us.');
});

test('removes reference marks in every notation and keeps other brackets', () => {
  assert.equal(toQuote('It is so.[12][3] '), 'It is so.');
  assert.equal(toQuote('It [1, 2] is [^3] so [4-6] really【7】[Source 8].'), 'It is so really.');
  assert.equal(toQuote('He said [sic] so.'), 'He said [sic] so.');
});

test('leaves no number in square brackets that could pass as a citation', () => {
  assert.equal(toQuote('The [2024 edition] of it.'), 'The (2024 edition) of it.');
  const piece = fc.constantFrom(
    '[',
    ']',
    '【',
    '】',
    '［',
    '］',
    '1',
    '23',
    ' ',
    ',',
    '^',
    '†',
    '\\',
    'source',
    'a',
    '-',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      assert.doesNotMatch(escapeMarkdown(toQuote(pieces.join(''))), /[[［【]\s*(?:sources?\s*:?\s*)?\^?\d/i);
    }),
  );
});

test('reads a hostile sentence in linear time', async () => {
  for (const unit of [
    '1',
    '[',
    '[1',
    '[1,',
    '[source ',
    '[source:',
    '1 ,',
    '\\',
    '@',
    '//',
    'a.',
    '1.',
    '- ',
    '<',
    '<a',
    '*a',
    '`a',
    'https://',
    '&a',
  ]) {
    await assertProportional((units) => escapeMarkdown(toQuote(`[${unit.repeat(units)}`)), 20_000, unit);
  }
});
