import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { type Block, createBlockRenderer, createMarkedBlockRenderer } from './block-renderer.ts';
import type { CitedSource } from './html.ts';
import { readMarkdown } from './index.ts';

const sources: readonly CitedSource[] = [{ url: 'https://a.example/', title: 'A' }];

test('sends the open block again as it grows, and a closed one for the last time', () => {
  const renderer = createBlockRenderer(sources);
  assert.deepEqual(renderer.push('# He'), [{ index: 0, html: '<h1 dir="auto">He</h1>\n' }]);
  assert.deepEqual(renderer.push('ad\n\nfirst'), [
    { index: 0, html: '<h1 dir="auto">Head</h1>\n<p dir="auto">first</p>\n' },
  ]);
  assert.deepEqual(renderer.push(' line\nsecond\n'), [
    { index: 0, html: '<h1 dir="auto">Head</h1>\n' },
    { index: 1, html: '<p dir="auto">first line\nsecond</p>\n' },
  ]);
  assert.deepEqual(renderer.push('\nlast'), [
    { index: 1, html: '<p dir="auto">first line\nsecond</p>\n<p dir="auto">last</p>\n' },
  ]);
  assert.deepEqual(renderer.end(), [
    { index: 1, html: '<p dir="auto">first line\nsecond</p>\n' },
    { index: 2, html: '<p dir="auto">last</p>\n' },
  ]);
});

test('an open block has no marks of emphasis without an end', () => {
  for (const create of [createBlockRenderer, createMarkedBlockRenderer]) {
    const renderer = create(sources);
    const openHtml = (text: string) =>
      renderer
        .push(text)
        .at(-1)
        ?.html.replace(/<\/?span[^>]*>/g, '')
        .trim();
    assert.equal(openHtml('One is **bo'), '<p dir="auto">One is bo</p>');
    assert.equal(openHtml('ld** and *'), '<p dir="auto">One is <strong>bold</strong> and </p>');
    assert.equal(
      openHtml('ita* 2 * 3 = 6'),
      '<p dir="auto">One is <strong>bold</strong> and <em>ita</em> 2 * 3 = 6</p>',
    );
    assert.equal(
      openHtml(' **a `*b`'),
      '<p dir="auto">One is <strong>bold</strong> and <em>ita</em> 2 * 3 = 6 a <code>*b</code></p>',
    );
    const ended = renderer.end().at(-1)?.html ?? '';
    assert.match(ended, /= 6.* \*\*a /, 'the end has what was written');
  }
});

test('returns no block for text without visible content', () => {
  const renderer = createBlockRenderer(sources);
  assert.deepEqual(renderer.push(''), []);
  assert.deepEqual(renderer.push('\n \n'), []);
  assert.deepEqual(renderer.end(), []);
});

test('returns blocks again at the end if a later definition changes their links', () => {
  const renderer = createBlockRenderer(sources);
  renderer.push('See [Ann].\n\nAnd more.\n\n');
  renderer.push('[Ann]: https://ann.example\n');
  const last = new Map(renderer.end().map(({ index, html }) => [index, html]));
  assert.match(last.get(0) ?? '', /<a href="https:\/\/ann\.example"[^>]*>Ann<\/a>/);
  assert.equal(last.get(2), '');
});

test('does not parse closed blocks again', async () => {
  await assertProportional((paragraphs) => {
    const renderer = createBlockRenderer(sources);
    for (let count = 0; count < paragraphs; count++) renderer.push('A paragraph with *some* text [1].\n\n');
  }, 3000);
});

const piece = fc.constantFrom(
  ...[' ', '  ', '    ', '\t', '\n', '\n\n', '\r\n', '\r', '- ', '* ', '1. ', '2. ', '10) ', '> ', '# '],
  ...['```', '~~~', '```js\n', '`', '**', '*', '_', '~~', '[1]', '[9]', '[a](http://x.example)', '[', ']('],
  ...['|', '|-|-|', '| a | b |\n|---|---|\n', '---', '===', '-', '=', 'word', 'é', '中', '😀', '&amp;'],
  ...['<b>', '\\', '![', '[1]: http://e\n', '[word]: http://e\n', '[word]', '][word]', '\0', '- [ ] '],
  ...['    code\n', 'a\n'],
);

test('adds up to exactly what rendering the whole text gives, however it is cut', () => {
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
  const run = fc.property(text, fc.array(fc.nat(8), { maxLength: 60 }), (markdown, lengths) => {
    const renderer = createBlockRenderer(sources);
    const shown: string[] = [];
    const show = (blocks: readonly Block[]) => {
      for (const { index, html } of blocks) shown[index] = html;
    };
    let at = 0;
    for (const length of lengths) {
      show(renderer.push(markdown.slice(at, at + length)));
      at += length;
    }
    show(renderer.push(markdown.slice(at)));
    show(renderer.end());
    assert.equal(shown.join(''), readMarkdown(markdown, { sources }).html);
  });
  fc.assert(run, { numRuns: 120 });
});
