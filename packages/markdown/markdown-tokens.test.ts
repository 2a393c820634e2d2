import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  alternativeText,
  CITATION_TOKEN,
  MATH_TOKEN,
  type MarkdownToken,
  parseDefining,
  parseMarkdown,
  TASK_BOX_TOKEN,
  taskBoxSign,
} from './markdown.ts';

/** A short notation for an inline token; `!` precedes a hidden token. */
function short(token: MarkdownToken): string {
  const hidden = token.hidden ? '!' : '';
  switch (token.type) {
    case 'text':
      return token.content;
    case 'link_open':
      return `${hidden}<${token.attrGet('href')}>`;
    case 'link_close':
      return `${hidden}</>`;
    case CITATION_TOKEN:
      return `{cite ${token.meta?.index}: ${token.content}}`;
    case MATH_TOKEN:
      return `{math ${token.markup} ${token.meta?.tex}}`;
    case TASK_BOX_TOKEN:
      return `{box ${taskBoxSign(token)}}`;
    case 'image':
      return `{image ${token.attrGet('src')}: ${alternativeText(token)}}`;
    default:
      return `{${token.type}${token.content && `: ${token.content}`}}`;
  }
}

const inlinesOf = (markdown: string, sourceCount: number) =>
  parseMarkdown(markdown, sourceCount).filter(({ type }) => type === 'inline');

/** Checks every line of text in the Markdown, with its markup in this short notation. */
function holds(cases: Readonly<Record<string, string>>, sourceCount = 3): void {
  for (const [markdown, expected] of Object.entries(cases)) {
    const lines = inlinesOf(markdown, sourceCount).map(({ children }) =>
      (children ?? []).map(short).join(''),
    );
    assert.equal(lines.join(' / '), expected, markdown);
  }
}

test('a number in brackets is a citation if there is such a source, whatever follows', () => {
  holds({
    'a [1] b': 'a {cite 1: [1]} b',
    '[[2]]': '{cite 2: [2]}',
    '[3](page)': '{cite 3: [3]}(page)',
    'a [1][2] b': 'a {cite 1: [1]}{cite 2: [2]} b',
    '[4]': '[4]',
    '[0]': '[0]',
    '[[4]]': '[[4]]',
    '[1234]': '[1234]',
    '[a [1] b](page)': '[a {cite 1: [1]} b](page)',
    '`[1]`': '{code_inline: [1]}',
    '\\[1]': '[1]',
    '![1](x.png)': '{image x.png: 1}',
  });
  holds({ '[1]': '[1]', '[0]': '[0]' }, 0);
  const [inline] = inlinesOf('ab [[2]] c', 3);
  assert.equal(inline?.children?.find(({ type }) => type === CITATION_TOKEN)?.meta?.to, 8);
});

test('only links to web and mail addresses stay links; the text of others stays', () => {
  holds({
    '[a](http://x.example)': '<http://x.example>a</>',
    '[a](HTTPS://x.example)': '<HTTPS://x.example>a</>',
    '[a](mailto:b@x.example)': '<mailto:b@x.example>a</>',
    '[a](javascript:alert(1))': '!<javascript:alert(1)>a!</>',
    '[a](/b)': '!</b>a!</>',
    '[a](b://http://)': '!<b://http://>a!</>',
    '[a](ftp://x.example)': '!<ftp://x.example>a!</>',
    '[a](//x.example) [b](http://y.example)': '!<//x.example>a!</> <http://y.example>b</>',
    '<http://x.example>': '<http://x.example>http://x.example</>',
    '<javascript:x>': '!<javascript:x>javascript:x!</>',
    '![b *c*\nd ![e](f)](c.png)': '{image c.png: b c d e}',
    '![b\\\nc](d.png)': '{image d.png: b c}',
  });
});

test('a bare address is a link up to a citation or to the marks that end a sentence', () => {
  holds({
    'http://x.example/a[1]': '<http://x.example/a>http://x.example/a</>{cite 1: [1]}',
    'http://x.example/a.” b': '<http://x.example/a>http://x.example/a</>.” b',
    'http://x.example/': '<http://x.example/>http://x.example/</>',
    'http://x.example/a.': '<http://x.example/a>http://x.example/a</>.',
    'see https://x.example/a%20b, b': 'see <https://x.example/a%20b>https://x.example/a%20b</>, b',
    'a@x.example': '<mailto:a@x.example>a@x.example</>',
    'README.md': 'README.md',
    '127.0.0.1': '127.0.0.1',
    'ftp://x.example': 'ftp://x.example',
    '//x.example': '//x.example',
    'www.x.example': 'www.x.example',
  });
});

test('a formula is what looks like one between its delimiters', () => {
  holds({
    '$x^2$': '{math $ x^2}',
    '$a = b$': '{math $ a = b}',
    '$a=b$ and $c=d$': '{math $ a=b} and {math $ c=d}',
    '$$a=b$$ and $$c=d$$': '{math $$ a=b} and {math $$ c=d}',
    '$$ a $$': '{math $$  a }',
    $a$: '{math $ a}',
    '$$a+b$$': '{math $$ a+b}',
    '$$ a+b $$': '{math $$  a+b }',
    '\\(a=b\\)': '{math \\( a=b}',
    '\\[a=b\\]': '{math \\[ a=b}',
    '\\begin{align}a\\end{align}': '{math \\begin{align} a}',
    '\\begin{pmatrix*}a\\end{pmatrix*}': '{math \\begin{pmatrix*} a}',
    '*$a_b*c_d$*': '{em_open}{math $ a_b*c_d}{em_close}',
    '$5 and $6': '$5 and $6',
    '$a b$': '$a b$',
    '$ a_1 $': '$ a_1 $',
    '$a_1 $': '$a_1 $',
    $a_1$2: '$a_1$2',
    '$a_1. b$': '$a_1. b$',
    '$a_1。b$': '$a_1。b$',
    '\\[\\\\\\]': '[\\]',
    '\\begin{other}a=1\\end{other}': '\\begin{other}a=1\\end{other}',
    $$: '$$',
    '\\(\\)': '()',
  });
  const [longest, longer] = ['_'.repeat(398), '_'.repeat(399)].map((marks) => `$a${marks}$`);
  holds({ [longest ?? '']: `{math $ a${'_'.repeat(398)}}`, [longer ?? '']: longer ?? '' });
});

test('a box at the start of an item is a task box, and nowhere else', () => {
  holds({
    '- [ ] a\n- [x] b\n- [X] c\n- [y] d': '{box ☐ }a / {box ☑ }b / {box ☑ }c / [y] d',
    '1. [x] a': '{box ☑ }a',
    '- [x]\ta': '{box ☑ }a',
    '- [x]a': '[x]a',
    '- a [x] b': 'a [x] b',
    '- a\n\n  [x] b': 'a / [x] b',
    '[x] a': '[x] a',
    '> [x] a': '[x] a',
    '- *[x] a*': '{em_open}[x] a{em_close}',
  });
});

test('a row is the head of a table unless a sentence ends before its first bar', () => {
  const isTable = (head: string, before = '') =>
    parseMarkdown(`${before}${head}\n|---|---|\n| 1 | 2 |`, 0).some(({ type }) => type === 'table_open');
  for (const head of ['| a | b |', ' | a | b |', 'a | b', '| a. | b |', '| a: b | c. d |', '. | b'])
    assert.equal(isTable(head), head !== '. | b', head);
  assert.equal(isTable('It ends. a | b'), false);
  for (const head of ['| a | b |', '  | a | b |', 'a | b']) assert.ok(isTable(head, 'It ends.\n\n'), head);
  assert.equal(isTable('It ends. a | b', 'One\n\n'), false);
  assert.equal(isTable('  It ends. a | b', 'One\n\n'), false);
});

test('a definition with a reserved label is text, whatever its title is', () => {
  const isDefined = (definition: string) => parseDefining(`${definition}\n\n[a note][1]`, 0) !== null;
  assert.ok(isDefined('[note]: https://a.example "[1]"'));
  assert.equal(isDefined('[1]: https://a.example "[note]"'), false);
  assert.equal(parseDefining('no definition', 0), null);
});
