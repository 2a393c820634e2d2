import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { createBlockRenderer, createMarkedBlockRenderer } from './block-renderer.ts';
import { toStatements } from './statements.ts';

const sources = [{ url: 'https://a.example/', title: 'A' }];

const SPAN = /<\/?span[^>]*>/g;

function render(markdown: string, createRenderer: typeof createBlockRenderer, pieces = [markdown]): string {
  const renderer = createRenderer(sources);
  const htmls: string[] = [];
  for (const { index, html } of [...pieces.flatMap(renderer.push), ...renderer.end()]) htmls[index] = html;
  return htmls.join('');
}

const marked = (markdown: string) => render(markdown, createMarkedBlockRenderer);

/** The texts of the spans by the number of their statement. */
function textsIn(html: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, number, content = ''] of html.matchAll(/<span data-statement="(\d+)">(.*?)<\/span>/gs))
    texts.set(Number(number), (texts.get(Number(number)) ?? '') + content);
  return texts;
}

test('each sentence is in a span with its number, without its citations', () => {
  assert.equal(
    marked('One is so [1]. Two, too.'),
    '<p dir="auto"><span data-statement="0">One is so</span> ' +
      '<a class="citation" href="https://a.example/" title="A" ' +
      'rel="nofollow noopener noreferrer ugc">[1]</a>' +
      '<span data-statement="0">.</span> <span data-statement="1">Two, too.</span></p>\n',
  );
});

test('a sentence that begins or ends within emphasis is divided there, and elements stay nested', () => {
  assert.equal(
    marked('It **is so. And** not.'),
    '<p dir="auto"><span data-statement="0">It </span><strong><span data-statement="0">is so.</span> ' +
      '<span data-statement="1">And</span></strong><span data-statement="1"> not.</span></p>\n',
  );
});

test('a heading, an item and a row of a table are statements; code is none', () => {
  const html = marked('# Head\n\n- one\n- two\n\n|a|b|\n|-|-|\n|c|d|\n\n```\ncode.\n```\n\nEnd.');
  assert.deepEqual(
    [...textsIn(html)],
    [
      [0, 'Head'],
      [1, 'one'],
      [2, 'two'],
      [3, 'ab'],
      [4, 'cd'],
      [5, 'End.'],
    ],
  );
});

test('a link that is defined later moves no number', () => {
  const html = marked('See [Ann]. So.\n\n[Ann]: https://ann.example\n\nEnd.');
  assert.deepEqual([...textsIn(html).keys()], [0, 1, 2]);
  assert.match(html, /<span data-statement="2">End\.<\/span>/);
});

const words = ['One.', ' Two', ' **bold.** ', '[1]', ' [1].', '*a', 'b* ', '`c. d`', '![e](f.png)', '\n'];
const blocks = ['\n\n', '\n- ', '\n1. ', '\n\n# ', '\n> ', '\n\n|a. b|c|\n|-|-|\n|d|e|\n', '\n```\n', '  \n'];
const text = fc.array(fc.constantFrom(...words, ...blocks, 'Ja. ', '是的。', '&amp; ', '\\* '), {
  maxLength: 24,
});

test('without the spans, the HTML is that of the answer, however the text is cut', () => {
  fc.assert(
    fc.property(text, (pieces) => {
      const markdown = pieces.join('');
      const html = render(markdown, createMarkedBlockRenderer, pieces);
      assert.equal(html, marked(markdown));
      assert.equal(html.replace(SPAN, ''), render(markdown, createBlockRenderer));
    }),
  );
});

test('the marked texts are those of the statements', () => {
  const bare = (said: string) => said.replace(/<[^>]*>|&\w+;|[\s&]/g, '');
  fc.assert(
    fc.property(text, (pieces) => {
      const markdown = pieces.join('');
      const texts = textsIn(marked(markdown));
      for (const [index, statement] of toStatements(markdown, sources.length).entries())
        assert.equal(bare(texts.get(index) ?? ''), bare(statement.text));
    }),
  );
});

test('marking takes linear time', async () => {
  await assertProportional((count) => marked('It **is so. And** not [1]. '.repeat(count)), 1000);
});
