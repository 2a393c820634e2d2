import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeParts } from '../../test/support/active-markdown.ts';
import { HOSTILE_MARKDOWN } from '../../test/support/hostile-markdown.ts';
import fc from '../../test/support/properties.ts';
import { toPlainLine, toPlainMarkdown } from './plain-markdown.ts';

const HOST = 'source.example';
const HOSTS = new Set([HOST]);

test('plain text keeps its words, and what is active in it is shown as it is', () => {
  for (const [text, markdown] of [
    ['![a](https://evil.example/p) b', '![a\\](`https://evil.example/p`) b'],
    ['a <img src=x> `b` a < b', 'a \\<img src=x> \\`b\\` a < b'],
    ['[a]: b\n\n```\n~~~', '[a\\]: b\n\n\\`\\`\\`\n\\~~~'],
    [`https://${HOST}/a www.evil.example`, `https://${HOST}/a \`www.evil.example\``],
    [`https://${HOST}/a??https://evil.example`, `\`https://${HOST}/a??https://evil.example\``],
    [`(https://${HOST}/a)<b>`, `(\`https://${HOST}/a\`)\\<b>`],
    [`(https://${HOST}/a). b`, `(https://${HOST}/a). b`],
    ['\\https://evil.example', '\\\\`https://evil.example`'],
    ['\\<b> AT&T &lt;', '\\\\\\<b> AT&T \\&lt;'],
  ] as const)
    assert.equal(toPlainMarkdown(text, HOSTS), markdown);
  assert.equal(toPlainLine('A *b*\n[c] <d>', HOSTS), 'A \\*b\\* \\[c\\] \\<d\\>');
});

test('no parser makes anything active of a hostile text', () => {
  const marks = [
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '`',
    '<a>',
    '[x]: ',
    'https://evil.example',
    `https://${HOST}/a`,
    '\n',
    '~~~',
    '&#58;',
    'a',
  ];
  const hostile = fc.array(fc.constantFrom(...marks, ...HOSTILE_MARKDOWN), { maxLength: 9 });
  fc.assert(
    fc.property(hostile, (parts) => {
      for (const write of [toPlainMarkdown, toPlainLine]) {
        const markdown = write(parts.join(''), HOSTS);
        assert.deepEqual(activeParts(markdown, [HOST]), [], markdown);
      }
    }),
    { numRuns: 600 },
  );
});
