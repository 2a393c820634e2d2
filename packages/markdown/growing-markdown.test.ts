import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGrowingMarkdown, type Growth } from './growing-markdown.ts';
import type { MarkdownToken } from './markdown.ts';

const textOf = (tokens: readonly MarkdownToken[]) =>
  tokens.map(({ type, content }) => (type === 'inline' ? content : type)).join(' ');
const show = ({ closed, open, text, completeLines }: Growth) => ({
  closed: closed.map((block) => `${block.firstLine}: ${textOf(block.tokens)}`),
  open: textOf(open),
  text,
  completeLines,
});

test('a block is closed once two lines of the next one are complete, and not parsed again', () => {
  const growing = createGrowingMarkdown(3);
  const [a, b] = ['paragraph_open a paragraph_close', 'paragraph_open b paragraph_close'];
  assert.deepEqual(show(growing.push('a')), { closed: [], open: a, text: 'a', completeLines: 0 });
  assert.deepEqual(show(growing.push('\n\nb')), {
    closed: [],
    open: `${a} ${b}`,
    text: 'a\n\nb',
    completeLines: 2,
  });
  assert.deepEqual(show(growing.push('\n')), {
    closed: [],
    open: `${a} ${b}`,
    text: 'a\n\nb\n',
    completeLines: 3,
  });
  assert.deepEqual(show(growing.push('\n')), {
    closed: [`0: ${a}`],
    open: b,
    text: 'a\n\nb\n\n',
    completeLines: 4,
  });
  assert.deepEqual(show(growing.push('# c\r\n\r\n---\r\n\r\n')), {
    closed: [`0: ${b}`, '2: heading_open c heading_close'],
    open: 'hr',
    text: 'b\n\n# c\r\n\r\n---\r\n\r\n',
    completeLines: 6,
  });
  assert.deepEqual(show(growing.end()), {
    closed: ['0: hr'],
    open: '',
    text: '---\r\n\r\n',
    completeLines: 0,
  });
  assert.deepEqual(show(growing.end()), { closed: [], open: '', text: '', completeLines: 0 });
});

test('a block with others inside is one block, and the sources are known', () => {
  const growing = createGrowingMarkdown(1);
  const { closed } = growing.push('- a\n  - b [1]\n\n> q\n\n```\nx\n```\n\ny\n\n');
  assert.deepEqual(
    closed.map(({ firstLine, tokens }) => [firstLine, tokens[0]?.type, tokens.at(-1)?.type]),
    [
      [0, 'bullet_list_open', 'bullet_list_close'],
      [3, 'blockquote_open', 'blockquote_close'],
      [5, 'fence', 'fence'],
    ],
  );
  const inlines = closed.flatMap(({ tokens }) => tokens).filter(({ type }) => type === 'inline');
  assert.ok(inlines.some(({ children }) => children?.some(({ type }) => type === 'citation')));
});
