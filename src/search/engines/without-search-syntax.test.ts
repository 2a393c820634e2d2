import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../../test/support/properties.ts';
import { withoutSearchSyntax } from './without-search-syntax.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python takes them for blanks.
const PYTHON_BLANKS = /[\s\u001c-\u001f\u0085]+/u;

test('removes the commands from a question and keeps the words', () => {
  const cases: Record<string, string> = {
    '!!g quokka': 'g quokka',
    'what is !wp a bang': 'what is wp a bang',
    ':fr quokka': 'fr quokka',
    '<4 quokka': '< 4 quokka',
    '<850': '< 850',
    '!!<4 x': '< 4 x',
    ':!:en x': 'en x',
    '?images cats': 'images cats',
    'a\u001c!g': 'a g',
    'is 3 <² really': 'is 3 < ² really',
    '!! !': '',
    '': '',
  };
  for (const [question, text] of Object.entries(cases)) assert.equal(withoutSearchSyntax(question), text);
});

test('does not change ordinary questions', () => {
  for (const question of [
    'What is the capital of Angola?',
    'Hello, world! What time is it: now?',
    'when is a<b and 5 < 6',
    '¿Cuál es la capital?',
    'x != y <- z',
  ]) {
    assert.equal(withoutSearchSyntax(question), question.replace(' !=', ' ='));
  }
});

test('leaves no command', () => {
  const text = fc.string({
    unit: fc.constantFrom('!', ':', '<', '?', '4', 'g', ' ', '\t', '\u0085', '²', '٣', 'ä'),
  });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (question) => {
      for (const token of withoutSearchSyntax(question).split(PYTHON_BLANKS)) {
        assert.doesNotMatch(token, /^(?:[!?:]|<[\p{Nd}\p{No}])/u);
      }
    }),
    { numRuns: 1_000 },
  );
});
