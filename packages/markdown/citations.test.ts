import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { citationPositions, createCitationFilter } from './citations.ts';

function filter(text: string, sourceCount: number): string {
  const citations = createCitationFilter(sourceCount);
  return citations.push(text) + citations.end();
}

function holds(sourceCount: number, cases: Readonly<Record<string, string>>): void {
  for (const [written, expected] of Object.entries(cases))
    assert.equal(filter(written, sourceCount), expected);
}

test('normalises citations in every notation', () => {
  holds(3, {
    'a [1].': 'a [1].',
    'a [1, 2].': 'a [1][2].',
    'a [1; 2 3].': 'a [1][2][3].',
    'a [1][2].': 'a [1][2].',
    'a [1-3].': 'a [1][2][3].',
    'a [1–2].': 'a [1][2].',
    'a [^1].': 'a [1].',
    'a [^1^][^2^].': 'a [1][2].',
    'a 【1】.': 'a [1].',
    'a【1†source】【2:0†L1-L9】.': 'a[1][2].',
    'a ［2］.': 'a [2].',
    'a [Source 1], [sources: 2, 3].': 'a [1], [2][3].',
    'a \\[1\\].': 'a [1].',
    'a [[1]].': 'a [1].',
    'a [[1], [2]].': 'a [1][2].',
    'a [[1][2]].': 'a [1][2].',
    'a [ 1 & 2 ].': 'a [1][2].',
    'a [1，2、3].': 'a [1][2][3].',
    'a [SOURCES: 1, 2].': 'a [1][2].',
    'a [1†a, 2†b].': 'a [1][2].',
    'a [1, 1].': 'a [1].',
    'a \\\\[1, 2].': 'a \\\\[1][2].',
    'a \\`b [1, 2]` c': 'a \\`b [1][2]` c',
    'a `b [1, 2]` c': 'a `b [1, 2]` c',
    'a \\[b] [1, 2].': 'a \\[b] [1][2].',
  });
});

test('blanks before a removed number are removed, up to 16 of them', () => {
  holds(1, {
    [`a${' '.repeat(16)}[9].`]: 'a.',
    [`a${' '.repeat(17)}[9].`]: 'a .',
    [`a [1]${' '.repeat(15)},[9].`]: 'a [1].',
  });
});

test('drops link targets that a model invents after a citation', () => {
  holds(3, {
    'a [1](https://made-up.example/x).': 'a [1].',
    'a [1](https://made-up.example/x_(y) "title").': 'a [1].',
    'a [1](<https://made-up.example>)(https://again.example).': 'a [1].',
    'a [[1]](https://made-up.example).': 'a [1].',
    'a [1](page).': 'a [1].',
    'a [9](https://made-up.example).': 'a.',
    'a [1](see below).': 'a [1] (see below).',
    'a [9](see below).': 'a (see below).',
    'a [1] (2019).': 'a [1] (2019).',
    'a [1](https://x\nb [2].': 'a [1]\nb [2].',
    [`a [1](https://${'x'.repeat(2038)}) b`]: 'a [1] b',
    [`a [1](https://${'x'.repeat(2039)}) b`]: 'a [1]) b',
  });
});

test('removes numbers without a source, and repairs the text around them', () => {
  holds(2, {
    'text [9].': 'text.',
    'text [0] more': 'text more',
    'text [9] [1].': 'text [1].',
    'text [9, 1].': 'text [1].',
    'text [1], [9].': 'text [1].',
    'text [1], [9], [2].': 'text [1], [2].',
    'text ([9]) more': 'text more',
    'text ([1]).': 'text ([1]).',
    'text[9]more': 'textmore',
    'at the end [9]': 'at the end',
    '- item [7]\n- item [2]': '- item\n- item [2]',
  });
  holds(0, { 'all [1] gone [2].': 'all gone.' });
});

test('leaves ordinary brackets and links as they are', () => {
  const text =
    'In [2024] a [link](https://a.example "t"), [ref], [12:30], [1st], [^note].\n- [ ] open\n- [x] done\n';
  assert.equal(filter(text, 1), text);
  // A bracket that is longer than any citation stays as it is.
  const many = `[${'[1]'.repeat(22)}]`;
  assert.equal(filter(many, 1), many);
});

test('changes nothing inside code', () => {
  const code = [
    'Use `arr[9]` or ``b[8] ` c``, and `over\ntwo[9] lines`.',
    '```js\nx[9] = [1, 2];\n```',
    '~~~\n[9]\n```\n[9]\n~~~',
    '> ```\n> q[9]\n> ```',
    '- item\n  ```\n  y[9]\n  ```',
  ].join('\n\n');
  assert.equal(filter(code, 1), code);
});

test('recognises text after code, however the code ends', () => {
  holds(1, {
    '```\na[9]\n```\nb [9].': '```\na[9]\n```\nb.',
    '> ```\n> a[9]\n\nb [9].': '> ```\n> a[9]\n\nb.',
    '> ```\n> a[9]\nb [9].': '> ```\n> a[9]\nb.',
    'a lone ` backtick [9].\n\nand another ` [9].': 'a lone ` backtick.\n\nand another `.',
    '``` not `a fence` [9]': '``` not `a fence`',
  });
});

test('a run of more backticks than open code is text, however it arrives', () => {
  const run = '`'.repeat(5000);
  for (const pieces of [
    [`a ${run} b [1, 9]. c`],
    ['a ', run, run, ' b [1, 9]. c'],
    [...`a ${run} b [9][1]. c`],
  ]) {
    const citations = createCitationFilter(1);
    const text = pieces.map((one) => citations.push(one)).join('') + citations.end();
    assert.equal(text.replace(/`+/, ''), 'a  b [1]. c');
  }
});

test('drops the lines that define what a citation links to', () => {
  holds(2, {
    'a [1].\n\n[1]: https://x.example\n[2]: <https://y.example> "t"\nb': 'a [1].\n\nb',
    'a [^1].\n\n[^1]: Smith, Some Book\n': 'a [1].\n\n',
    '[1]: https://x.example/page - Title of it\n': '',
    '[1]: is what the first one says\n': '[1]: is what the first one says\n',
    '[[1]]: https://x.example': '[1] : https://x.example',
  });
});

test('creates no citation, link or fence where something was removed', () => {
  holds(2, {
    '[[9]9]': '[(9)9]',
    '[9[9]9]': '[9(9)9]',
    'look![9][x](https://a.example)': 'look! [x](https://a.example)',
    '[9]```\na[9]\n```\n': '```\na[9]\n```\n',
    '[1][9]: https://x.example': '[1] : https://x.example',
    'a [1]([1, 9])': 'a [1] ([1])',
    'a [1]( [9])': 'a [1] ()',
    'look![9](to [9])': 'look! (to)',
    '[[[1, 9]【9】]': '[[[1, 9]]',
    '[[[1, 9]]]': '[[1]\\]',
    '[[1](http://x) ]]': '[[1] \\]]',
  });
});

test('passes text on at once and holds back only what may be a citation', () => {
  const citations = createCitationFilter(2);
  assert.equal(citations.push('The sky is'), 'The sky is');
  assert.equal(citations.push(' blue ['), ' blue');
  assert.equal(citations.push('1'), '');
  assert.equal(citations.push('] today'), ' [1] today');
  assert.equal(
    citations.push(` [1 ${'and a long story '.repeat(4)}`),
    ` [1 ${'and a long story '.repeat(4).trimEnd()}`,
  );
  assert.equal(citations.end(), ' ');
  assert.equal(createCitationFilter(1).push('a [1](https://made-up.example) b.'), 'a [1] b.');
});

const piece = fc.constantFrom(
  ...[
    ...[' ', '\n', '\n\n', '- ', '1. ', '> ', '```', '~~~', '`', '``', '[1]', '[9]', '[1, 9]', '[', '[['],
    ...[']', ']]', '(', ')'],
  ],
  ...[
    ...['9', '1', ',', ', ', '^', '†', '【9】', '【', '】', '](http://x)', '(http://x)', 'word', '.', '\\'],
    ...[':', '#', '![', 's'],
  ],
  ...['[9]: http://e', '[1]: x\n', '[^9]', '[2024]', '[ ]', '[7-9]', ' '.repeat(20), 'a'.repeat(70)],
);
const soup = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

test('gives the same text however it is cut into pieces', () => {
  const cuts = fc.array(fc.nat(5), { maxLength: 60 });
  const run = fc.property(
    fc.oneof(soup, fc.string({ unit: 'grapheme' })),
    fc.nat(3),
    cuts,
    (text, sourceCount, lengths) => {
      const citations = createCitationFilter(sourceCount);
      let out = '';
      let at = 0;
      for (const length of lengths) {
        out += citations.push(text.slice(at, at + length));
        at += length;
      }
      assert.equal(out + citations.push(text.slice(at)) + citations.end(), filter(text, sourceCount));
    },
  );
  fc.assert(run, { numRuns: 120 });
});

test('never leaves a citation without a source outside code', () => {
  // Without backticks and tildes there is no code, so every bracket counts.
  const prose = soup.map((text) => text.replace(/[`~]/g, ''));
  const run = fc.property(prose, fc.nat(3), (text, sourceCount) => {
    for (const match of filter(text, sourceCount).matchAll(/\[(\d{1,3})\]|【(\d{1,3})】/g)) {
      const number = Number(match[1] ?? match[2]);
      assert.ok(
        number >= 1 && number <= sourceCount,
        `${match[0]} in ${JSON.stringify(filter(text, sourceCount))}`,
      );
    }
  });
  fc.assert(run, { numRuns: 120 });
});

test('takes time in proportion to the text, hostile or not', async () => {
  const units = ['[', '[1', '` ', '> ', '[1](http', '[1]: x', '[1†', '[9[9]', '[1],', '```\n', '1. '];
  for (const unit of units) {
    const filter = (chars: number) => {
      const text = unit.repeat(chars / unit.length);
      const citations = createCitationFilter(3);
      for (let at = 0; at < text.length; at += 4) citations.push(text.slice(at, at + 4));
      citations.end();
    };
    await assertProportional(filter, 20_000, unit);
  }
});

test('says where the citations of a checked text are, and finds none in code', () => {
  const text = '🦎 Larvae [1][2] keep `a[1]` gills.\n\n```\nx = [2]\n```\n\n- so [2], not [7]';
  const places = citationPositions(text, 2);
  assert.deepEqual(
    places.map(({ index, from, to }) => [index, text.slice(from, to)]),
    [
      [1, '[1]'],
      [2, '[2]'],
      [2, '[2]'],
    ],
  );
  assert.ok((places[2]?.from ?? 0) > text.indexOf('- so'));
});

test('control characters and reversed text never reach the answer, in text, code or citations', () => {
  const given =
    'A\u0000 b\u001b[31m \u202egnp.exe [\u00081] `c\u0007\u202d` \u009fd\uffff\tתל \u2068אב\u2069\r\n';
  const filter = createCitationFilter(2);
  const shown = Array.from(given, (piece) => filter.push(piece)).join('') + filter.end();
  assert.equal(shown, 'A b[31m gnp.exe [1] `c` d\tתל \u2068אב\u2069\r\n');
});

test('what is invented is removed alike however its lines end and however they are divided', () => {
  for (const [given, expected] of [
    ['It is.\n\n[1]: https://x.example\r\n', 'It is.\n\n'],
    ['It is.\n\n[1]: https://x.example "A\u2028B"\n', 'It is.\n\n'],
    ['[1]: https://x.example\rIt is.\n', '[1]: https://x.example\rIt is.\n'],
    ['It is [1], so, [7] it was.', 'It is [1], so, it was.'],
  ] as const)
    for (let at = 0; at <= given.length; at++) {
      const filter = createCitationFilter(2);
      const shown = filter.push(given.slice(0, at)) + filter.push(given.slice(at)) + filter.end();
      assert.equal(shown, expected, `${at}`);
    }
});

test('a list with zero is an interval or a vector, and stays', () => {
  for (const text of ['In [0, 1] it grows.', 'The vector [1, 0, 2].', '[0,1)', 'Of [0, 5] and [-1, 0].'])
    assert.equal(filter(text, 3), text);
  holds(3, { 'a [0].': 'a.', 'a [10, 1].': 'a [1].', 'In [0, 1] [2].': 'In [0, 1] [2].' });
});
