import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../../src/core/source.ts';
import { render } from '../../src/render/render.ts';
import { mayDefine } from './markdown.ts';

const sources: readonly Source[] = [
  { index: 1, url: 'https://a.example/', title: 'A', snippet: '', passages: [] },
];
const htmlOf = (markdown: string) => render(markdown, sources, 'en').html;

test('resolves links before and after their definition, and shows no definition', () => {
  const html = htmlOf('See [the lake][l], [l].\n\n[l]: https://l.example "Lake"\n\nAnd [l].');
  assert.equal(html.match(/<a href="https:\/\/l\.example" title="Lake"/g)?.length, 3);
  assert.doesNotMatch(html, /\]:/);
});

test('ignores definitions that would redirect a citation, a note or a task box', () => {
  const html = htmlOf(
    'A [1] b [2], c [^1].\n\n- [x] done\n\n[1]: https://evil.example\n[2]: https://evil.example\n\n' +
      '[^1]: https://evil.example\n\n[x]: https://evil.example\n[1, 2]: https://evil.example\n\n' +
      '   [2]: https://evil.example\n\n> - [2]: https://evil.example\n\n[ok]: https://ok.example\n',
  );
  // The addresses appear as text, and each links to exactly the address that it shows.
  assert.doesNotMatch(html, /evil\.example"[^>]*>(?!https:\/\/evil\.example<)/);
  assert.match(html, /<a class="citation" href="https:\/\/a\.example\/"/);
  assert.match(html, /☑ done/);
});

test('looks for definitions only where there may be one', () => {
  for (const markdown of ['a [b]: c', '[1]: u', '- [x]: u', 'no brackets', '[^note]: text'])
    assert.equal(mayDefine(markdown), false, markdown);
  for (const markdown of ['[a]: u', 'x\n> - [a b]: u', '[\na\n]: u', '1. [a\\]]: u'])
    assert.equal(mayDefine(markdown), true, markdown);
});

test('characters that show words in reverse are removed from entities, too', () => {
  const html = htmlOf('A &#x202e;gnp.exe &amp; [b&#8237;c](https://b.example) `&#x202e;` and **&#8238;d**');
  assert.match(html, /A gnp\.exe &amp; <a [^>]*>bc<\/a> <code>&amp;#x202e;<\/code> and <strong>d<\/strong>/);
});
