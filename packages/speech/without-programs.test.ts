import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '../../src/render/render.ts';

const speechOf = (markdown: string) => render(markdown, [], 'en').speech;

test('elements that a model wrote are not read aloud; their words are', () => {
  for (const [markdown, speech] of [
    ['A \\<b>bold\\</b> word.', 'A bold word.'],
    ['See \\<img src="`https://evil.example/p?d=1`"> this.', 'See this.'],
    ['Try \\<script>alert("x")\\</script> this.', 'Try this.'],
    ['\\<script>alert("x")\\</script>', 'Code example.'],
    ['It is \\<!-- hidden --> so.', 'It is so.'],
    ['\\<div class="a">Words\\</div>', 'Words.'],
  ] as const)
    assert.equal(speechOf(markdown), speech, markdown);
});

test('types and comparisons are read aloud', () => {
  assert.match(speechOf('A List\\<int> has numbers.'), /int/);
  assert.match(speechOf('It holds if a \\<b and c is large. Then it ends.'), /c is large\. Then it ends/);
});
