import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toStatements } from '@sayso/markdown';
import type { Judgement } from '@sayso/verdicts';
import fc from '../../test/support/properties.ts';
import { withoutUnsupported } from './correct.ts';

/** A word decides the verdict on a statement: `true` is supported, `wrong` differs, `new` was not found. */
function dropped(markdown: string): string {
  const verdictOf = (text: string): Judgement['verdict'] =>
    text.includes('wrong')
      ? 'differs'
      : text.includes('new')
        ? 'not-found'
        : text.includes('true')
          ? 'supported'
          : 'not-checked';
  const statements = toStatements(markdown, 3).map(({ text, from, to }, index) => ({
    ...{ index, text, from, to, quotes: [], score: text.includes('best') ? 0.4 : 0.1 },
    verdict: verdictOf(text),
  }));
  return withoutUnsupported(markdown, statements);
}

test('leaves out what differs or was not found, with its citations, and nothing else', () => {
  assert.equal(dropped('It is true [1]. It is wrong [2]. Also **true**.'), 'It is true [1]. Also **true**.');
  assert.equal(dropped('It is wrong. It is true.\n\nSomething new.'), 'It is true.');
  assert.equal(dropped('# Head\n\nIt is true.'), '# Head\n\nIt is true.');
});

test('joins the rest with one space, and keeps line breaks and indents', () => {
  assert.equal(dropped('It is true.  \t It is wrong.  \t Also true.'), 'It is true. Also true.');
  assert.equal(dropped('It is true. It is wrong.\nAlso true.'), 'It is true. \nAlso true.');
  assert.equal(dropped('It is true.\n\nIt is wrong.\n\nAlso true.'), 'It is true.\n\nAlso true.');
  assert.equal(dropped('It is wrong.\n  Also true.'), 'Also true.');
});

test('leaves no empty items behind', () => {
  assert.equal(
    dropped('Facts:\n\n- a true one [1]\n- a wrong one\n- one more true'),
    'Facts:\n\n- a true one [1]\n- one more true',
  );
  assert.equal(dropped('1. true\n2. new\n'), '1. true');
});

test('leaves no empty line where there was none', () => {
  assert.equal(dropped('It is true.\nIt is wrong.\nAlso true.'), 'It is true.\nAlso true.');
  assert.equal(dropped('It is true.\n\n  It is wrong.\n\nAlso true.'), 'It is true.\n\nAlso true.');
  assert.equal(dropped('> It is true.\n> It is wrong.\n> Also true.'), '> It is true.\n> Also true.');
  const apart = 'It is true.\n \t\nAlso true.\n\n';
  assert.equal(dropped(`${apart}It is wrong.`), apart.trim());
});

test('never leaves out the last statement, the row of a table or a line of a formula', () => {
  assert.equal(dropped('It is wrong. It is the best new one.'), 'It is the best new one.');
  const table = 'It is true.\n\n| a | b |\n|---|---|\n| new | wrong |';
  assert.equal(dropped(table), table);
  const formula = 'It is true.\n\n$$\n\\text{new} = \\frac{1}{2}\n$$';
  assert.equal(dropped(formula), formula);
});

test('the kept text is in the answer, in order, whatever the text', () => {
  const part = fc.constantFrom(
    'It is true. ',
    'It is wrong [1]. ',
    '- new\n',
    '\n\n',
    '> true\n',
    '```\nnew\n```\n',
    '* ',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const markdown = parts.join('');
      let at = -1;
      for (const char of dropped(markdown).replace(/\s/g, '')) {
        at = markdown.indexOf(char, at + 1);
        assert.ok(at >= 0);
      }
    }),
  );
});

test('a heading goes with its text, but one that had no text before stays', () => {
  assert.equal(dropped('It is true.\n\n## Missing\n\nIt is wrong.'), 'It is true.');
  assert.equal(
    dropped('## One\n\n### Two\n\nIt is wrong.\n\n## Three\n\nIt is true.'),
    '## Three\n\nIt is true.',
  );
  assert.equal(
    dropped('## One\n\n### Two\n\nIt is true.\n\n## Three\n\nIt is wrong.'),
    '## One\n\n### Two\n\nIt is true.',
  );
  assert.equal(
    dropped('It is true. It is wrong.\n\n## Empty\n\n## End'),
    'It is true. \n\n## Empty\n\n## End',
  );
  assert.equal(
    dropped('## Gone\n\nIt is wrong.\n\n   # Kept\n\nIt is true.'),
    '# Kept\n\nIt is true.',
    'an indent is not a level',
  );
  assert.equal(dropped('It is # true. It is wrong.'), 'It is # true.');
});
