import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { HOSTILE_MARKDOWN } from '../../test/support/hostile-markdown.ts';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import type { Source } from '../core/source.ts';
import { render, renderWithFormulas } from './render.ts';

const REL = 'nofollow noopener noreferrer ugc';
const ELEMENTS = /^(?:p|h[1-6]|ul|ol|li|blockquote|pre|hr|table|thead|tbody|tr|th|td|em|strong|s|code|br|a)$/;
const ATTRIBUTES = /^(?:href|title|rel|class|start|align|dir)$/;
const RESIDUE = /[*_`~#|<>[\]{}\\^【】]|https?:\/\/|&#?\w+;/;

const sources: readonly Source[] = [1, 2].map((index) => ({
  index,
  url: `https://source-${index}.example/page?a=1&b=2`,
  title: `The "${index}" <title>`,
  snippet: '',
  passages: [],
}));

/** Everything in the HTML that is not known to be harmless, and every link that breaks a rule. */
function findFaults(html: string): string[] {
  const faults: string[] = [];
  const visit = (node: DefaultTreeAdapterTypes.Node) => {
    if ('tagName' in node) faults.push(...faultsOf(node));
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  const tree = parseFragment(html);
  visit(tree);
  const once = serialize(tree);
  if (serialize(parseFragment(once)) !== once) faults.push('another tree when parsed again');
  return faults;
}

function faultsOf({ tagName, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  const faults = ELEMENTS.test(tagName) ? [] : [`<${tagName}>`];
  const values = new Map(attrs.map(({ name, value }) => [name, value]));
  for (const name of values.keys()) if (!ATTRIBUTES.test(name)) faults.push(`${name}=`);
  const href = values.get('href');
  if (href !== undefined && !/^(?:https?:\/\/|mailto:)/i.test(href)) faults.push(href);
  if (tagName === 'a' && values.get('rel') !== REL) faults.push('a link without rel');
  const isCitation = values.get('class') === 'citation';
  if (isCitation && sources.every(({ url }) => url !== href)) faults.push(`a citation to ${href}`);
  return faults;
}

function expectHarmless(markdown: string): void {
  const { html, speech } = render(markdown, sources, 'en');
  assert.deepEqual(findFaults(html), [], `${JSON.stringify(markdown)} -> ${html}`);
  assert.doesNotMatch(speech, RESIDUE);
  assert.doesNotMatch(speech, /^ | $| {2}|[\n\r\t]/);
}

test('writes the common forms of Markdown as plain HTML', () => {
  const forms: Record<string, string> = {
    '# A *b*': '<h1 dir="auto">A <em>b</em></h1>\n',
    'a **b** ~~c~~ `d`\ne  \nf': '<p dir="auto">a <strong>b</strong> <s>c</s> <code>d</code>\ne<br>\nf</p>\n',
    '- a\n- b': '<ul dir="auto">\n<li>a</li>\n<li>b</li>\n</ul>\n',
    '3. a': '<ol dir="auto" start="3">\n<li>a</li>\n</ol>\n',
    '- [ ] a\n- [x] b': '<ul dir="auto">\n<li>☐ a</li>\n<li>☑ b</li>\n</ul>\n',
    '> a': '<blockquote dir="auto">\n<p>a</p>\n</blockquote>\n',
    '---': '<hr>\n',
    '```js\na < b\n```': '<pre dir="ltr"><code class="language-js">a &lt; b\n</code></pre>\n',
    '```{r} plot\na\n```': '<pre dir="ltr"><code>a\n</code></pre>\n',
    '    a < b': '<pre dir="ltr"><code>a &lt; b\n</code></pre>\n',
    '[a](https://b.x "C")': `<p dir="auto"><a href="https://b.x" title="C" rel="${REL}">a</a></p>\n`,
    '[a](https://b.example)': `<p dir="auto"><a href="https://b.example" rel="${REL}">a</a></p>\n`,
    'a & <b>': '<p dir="auto">a &amp; &lt;b&gt;</p>\n',
  };
  for (const [markdown, html] of Object.entries(forms)) assert.equal(render(markdown, [], 'en').html, html);
});

test('writes the alignment of a table as `align`, never as a style', () => {
  const { html } = render('| a | b |\n|:--|--:|\n| 1 | 2 |', [], 'en');
  assert.match(html, /<td align="left">1<\/td>\n<td align="right">2<\/td>/);
  assert.doesNotMatch(html, /style/);
});

test('turns a citation into a link to its source, and only where there is one', () => {
  const link = (index: number) =>
    `<a class="citation" href="https://source-${index}.example/page?a=1&amp;b=2" ` +
    `title="The &quot;${index}&quot; &lt;title&gt;" rel="${REL}">[${index}]</a>`;
  assert.equal(
    render('a [1][2] [[2]] [3] [0].', sources, 'en').html,
    `<p dir="auto">a ${link(1)}${link(2)} ${link(2)} [3] [0].</p>\n`,
  );
  assert.equal(render('https://a.example/b[1]', sources, 'en').html.endsWith(`${link(1)}</p>\n`), true);
  assert.equal(render('`a[1]`', sources, 'en').html, '<p dir="auto"><code>a[1]</code></p>\n');
});

test('writes a citation as text when its source is not a web page', () => {
  const local: Source = { index: 1, url: 'javascript:steal()', title: 't', snippet: '', passages: [] };
  assert.equal(render('a [1]', [local], 'en').html, '<p dir="auto">a [1]</p>\n');
});

test('makes every hostile text harmless, in any position', () => {
  const places = [
    (text: string) => text,
    (text: string) => `Words [1].\n\n- item ${text}\n- two`,
    (text: string) => `| a | b |\n|---|---|\n| ${text.replace(/\n/g, ' ')} | x |`,
    (text: string) => `**bold** ${text} *em*`,
    (text: string) => `> ${text}`,
    (text: string) => `[${text}](https://a.example)`,
  ];
  for (const text of HOSTILE_MARKDOWN) for (const place of places) expectHarmless(place(text));
});

const fragment = fc.oneof(
  fc.constantFrom(...HOSTILE_MARKDOWN),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom(...' \t\n*_`~#|<>[](){}\\^!&"\':-+=/.'),
  fc.constantFrom(
    ...['[1]', '![', '](', 'https://', '```', '|-|-|', '- ', '1. ', '> ', '&#x3c;', '😀', '\u200d', 'www.a.'],
    '【1】',
  ),
);

test('makes any mixture of them harmless', () => {
  const text = fc.array(fragment, { maxLength: 25 }).map((parts) => parts.join(''));
  fc.assert(fc.property(text, expectHarmless), { numRuns: 120 });
});

test('takes time in proportion to the text, hostile or not', async () => {
  const units = [
    ...['*a_ ', '[a', '![a', '[ (](', '> ', '- ', '`', '<a ', 'a@b.c_', 'http://a ', '[1] ', '😀\u200d'],
    ...[' .', '&a', '( '],
  ];
  for (const unit of units) {
    await assertProportional(
      (chars) => render(unit.repeat(chars / unit.length), sources, 'en'),
      20_000,
      unit,
    );
  }
});

test('the first text with a formula waits until formulas can be read, and no other does', async () => {
  assert.deepEqual(renderWithFormulas('Plain [1].', sources, 'en'), render('Plain [1].', sources, 'en'));
  assert.match((await renderWithFormulas('So $x^2$.', [], 'en')).html, /<math>/);
  assert.deepEqual(renderWithFormulas('So $y^2$.', [], 'en'), render('So $y^2$.', [], 'en'));
});
