import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeParts, linksOf } from '../../test/support/active-markdown.ts';
import { HOSTILE_MARKDOWN } from '../../test/support/hostile-markdown.ts';
import fc from '../../test/support/properties.ts';
import { toPlainAddress, toPlainLine, toPlainMarkdown } from './plain-markdown.ts';

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
    ...['[', ']', '(', ')', '!', '\\', '`', '<a>', '[x]: ', 'https://evil.example', `https://${HOST}/a`],
    ...['\n', '~~~', '&#58;', 'a'],
  ];
  const hostile = fc.array(fc.constantFrom(...marks, ...HOSTILE_MARKDOWN), { maxLength: 9 });
  fc.assert(
    fc.property(hostile, (parts) => {
      const text = parts.join('');
      const address = toPlainAddress(`https://${HOST}/${text}`, HOSTS);
      for (const markdown of [toPlainMarkdown(text, HOSTS), toPlainLine(text, HOSTS), address]) {
        assert.deepEqual(activeParts(markdown, [HOST]), [], markdown);
      }
    }),
    { numRuns: 120 },
  );
});

test('the address of a source is whole for two parsers, whatever marks are in it', () => {
  const endings = [
    ...['wiki/Mercury_(planet)', "it's_*a*_(b)_'c'", 'a**b**', '_under_', 'a?b=~c~', '(open', 'shut)', 'a.'],
    ...['list[1]', 'a?b=\\*', 'Ünï_(x)', 'a?b=&copy;', 'a?u=https://other.example/'],
  ];
  for (const ending of endings) {
    const url = `https://${HOST}/${ending}`;
    for (const text of [
      `[1] A\n${toPlainAddress(url, HOSTS)}\n\nb`,
      `[1] A\n    ${toPlainAddress(url, HOSTS)}`,
    ])
      assert.deepEqual(linksOf(text), [[encodeURI(url)], [encodeURI(url)]], text);
  }
  assert.equal(toPlainAddress(`https://${HOST}/a`, HOSTS), `https://${HOST}/a`);
  for (const url of ["https://evil.example/'a'", `https://${HOST}/'a'> <b>`])
    assert.deepEqual(activeParts(toPlainAddress(url, HOSTS), [HOST]), [], url);
});
