import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenIn } from '../../test/support/seen-text.ts';

test('takes for a script what a browser takes for it', () => {
  assert.equal(seenIn('<script><!-- <script> </script> secret </script>told'), 'told');
  assert.equal(seenIn('<script><!-- "<script src=a></script>" --></script>told'), 'told');
  assert.equal(seenIn('<script>"<script>"</script>told'), 'told');
  assert.equal(seenIn('<script><!-- a </script>told'), 'told');
});

test('ends a drawing where a paragraph begins', () => {
  assert.equal(seenIn('<svg><title>secret</title><g><p>told</p>'), 'told');
  assert.equal(seenIn('<div><svg><defs><div>told</div></defs></svg></div>'), 'told');
  assert.equal(seenIn('<svg><defs><foreignObject><p>secret</p></foreignObject></defs></svg>'), '');
});

test('goes on with what was open for formatting when its paragraph ended', () => {
  assert.equal(seenIn('<p>a<b hidden>secret</p><p>secret<i>secret</i></p></b><p>b</p>'), 'ab');
  assert.equal(seenIn('<p><font color=white>secret<div>secret</div></font>told'), 'told');
  assert.equal(seenIn('<table><tr><td><b hidden>secret</td><td>told</table>'), 'told');
  assert.equal(seenIn('<p><a hidden href=a>secret</p><p>told</p>'), 'told');
});
