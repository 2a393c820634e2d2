import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCss, splitList, unescapeCss } from './css-scan.ts';

/** The events of the scanner, one line for each. */
function scan(css: string): readonly string[] {
  const found: string[] = [];
  scanCss(css, {
    open: (prelude) => found.push(`open ${prelude}`),
    block: (prelude, body) => found.push(`block ${prelude} {${body}}`),
    statement: (text) => found.push(`statement ${text}`),
    close: () => found.push('close'),
  });
  return found;
}

function holds(cases: Readonly<Record<string, readonly string[]>>): void {
  for (const [css, expected] of Object.entries(cases)) assert.deepEqual(scan(css), expected, css);
}

test('finds rules, statements and blocks in blocks, in order', () => {
  holds({
    '': [],
    ' \n ': [],
    'a{b:c}': ['block a {b:c}'],
    ' a , b { c:d } e{}': ['block a , b { c:d }', 'block e {}'],
    '@import "x"; a{b:c}': ['statement @import "x"', 'block a {b:c}'],
    '@media x{a{b:c}d{e:f}}g{h:i}': [
      'open @media x',
      'block a {b:c}',
      'block d {e:f}',
      'close',
      'block g {h:i}',
    ],
    '@media x{@media y{a{b:c}}}': ['open @media x', 'open @media y', 'block a {b:c}', 'close', 'close'],
    'a{b:c;d{e:f}g:h}': ['open a', 'statement b:c', 'block d {e:f}', 'statement g:h', 'close'],
    'b:c;d:e': ['statement b:c', 'statement d:e'],
    ';;a{}': ['block a {}'],
  });
});

test('a sheet that breaks off or has too many braces is read as far as it goes', () => {
  holds({
    'a{b:c': ['block a {b:c}'],
    '@media x{a{b:c}': ['open @media x', 'block a {b:c}', 'close'],
    '@media x{a{b:c} d': ['open @media x', 'block a {b:c}', 'statement d', 'close'],
    'a{b:c}} d{e:f}': ['block a {b:c}', 'block d {e:f}'],
    'x} a{b:c}': ['statement x', 'block a {b:c}'],
    a: ['statement a'],
  });
});

test('marks in strings, brackets, comments, addresses and escapes mean nothing', () => {
  holds({
    'a[b="}"]{c:"{"}': ['block a[b="}"] {c:"{"}'],
    "a[b='{;']{}": ["block a[b='{;'] {}"],
    'a{b:"\\"}"}': ['block a {b:"\\"}"}'],
    'a{b:"x\n} c{d:e}': ['block a {b:"x\n}', 'block c {d:e}'],
    'a:is({;}){b:c}': ['block a:is({;}) {b:c}'],
    'a{b:url(x"}y)}c{}': ['block a {b:url(x"}y)}', 'block c {}'],
    'a{b:URL( x\\)}y)}': ['block a {b:URL( x\\)}y)}'],
    'a{b:url(x': ['block a {b:url(x}'],
    'a{b:url("}")}': ['block a {b:url("}")}'],
    'a{b:curl("}")}': ['block a {b:curl("}")}'],
    'a\\{b{c:d}': ['block a\\{b {c:d}'],
    'a/*{*/b{c:d}': ['block a b {c:d}'],
    'a{/*}*/b:c}': ['block a {/*}*/b:c}'],
    'a{b:c}/* } ': ['block a {b:c}'],
    'a"/*"b{c:d}': ['block a"/*"b {c:d}'],
    '/* x */ @import y;': ['statement @import y'],
    'a/b{c:d}': ['block a/b {c:d}'],
    'a){b:c}': ['block a) {b:c}'],
  });
});

test('marks of an HTML comment mean nothing between rules, and something inside them', () => {
  holds({
    '<!-- a{b:c} -->': ['block a {b:c}'],
    '<!-- @import x; --> d{}': ['statement @import x', 'block d {}'],
    '@media x{<!-- a{b:c}}': ['open @media x', 'block <!-- a {b:c}', 'close'],
  });
});

test('escapes are read as the characters that they stand for', () => {
  for (const [written, meant] of Object.entries({
    plain: 'plain',
    '\\64 isplay': 'display',
    '\\000064isplay': 'display',
    '\\0000641': 'd1',
    'a\\\nb\\\r\nc': 'abc',
    '\\g\\{\\\\': 'g{\\',
    '\\0 x': '\ufffdx',
    '\\110000 x': '\ufffdx',
    '\\10ffff x': '\u{10ffff}x',
    '\\1F600': '😀',
  }))
    assert.equal(unescapeCss(written), meant, written);
});

test('a list is split at its own commas only', () => {
  assert.deepEqual(splitList('a, b ,c'), ['a', 'b', 'c']);
  assert.deepEqual(splitList(':is(a, b), [c=","], "d,e", \'f,g\', h\\,i'), [
    ':is(a, b)',
    '[c=","]',
    '"d,e"',
    "'f,g'",
    'h\\,i',
  ]);
  assert.deepEqual(splitList(' , a,,'), ['a']);
  assert.deepEqual(splitList('b(c, [d, e], f), g), h'), ['b(c, [d, e], f)', 'g)', 'h']);
  assert.deepEqual(splitList('"a, b'), ['"a, b']);
});
