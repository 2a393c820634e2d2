import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seenIn } from '../../../test/support/seen-text.ts';

test('parses scripts as browsers do', () => {
  assert.equal(seenIn('<script><!-- <script> </script> secret </script>told'), 'told');
  assert.equal(seenIn('<script><!-- "<script src=a></script>" --></script>told'), 'told');
  assert.equal(seenIn('<script>"<script>"</script>told'), 'told');
  assert.equal(seenIn('<script><!-- a </script>told'), 'told');
});

test('ends an svg element where a paragraph begins', () => {
  assert.equal(seenIn('<svg><title>secret</title><g><p>told</p>'), 'told');
  assert.equal(seenIn('<div><svg><defs><div>told</div></defs></svg></div>'), 'told');
  assert.equal(seenIn('<svg><defs><foreignObject><p>secret</p></foreignObject></defs></svg>'), '');
});

test('ends formatting with the element that contains it', () => {
  assert.equal(seenIn('<table><tr><td><b hidden>secret</td><td>told</table>'), 'told');
  assert.equal(seenIn('<p><a hidden href=a>secret</p><p>told</p>'), 'told');
});

test('lets elements stop end tags as browsers do', () => {
  assert.equal(seenIn('<span hidden><div></span>secret</div></span>told'), 'told');
  assert.equal(seenIn('<my-box hidden><section></my-box>secret</section></my-box>told'), 'told');
  assert.equal(seenIn('<div hidden><table><tr><td></div>secret</table></div>told'), 'told');
  assert.equal(seenIn('<div hidden><object></object><marquee></div>secret</marquee></div>told'), 'told');
  assert.equal(seenIn('<ul><li hidden><ul></li>secret</ul></li></ul>told'), 'told');
  assert.equal(seenIn('<p hidden><button></p>secret</button></p>told'), 'told');
  assert.equal(seenIn('<div hidden><div><span><a></div></div>told'), 'told');
  assert.equal(seenIn('<table hidden><tr><td><div><td></table>told'), 'told');
  assert.equal(seenIn('<h2 hidden>secret</h3>told'), 'told');
  assert.equal(seenIn('<div hidden><section></div>told</section>'), 'told');
  assert.equal(seenIn('<b hidden><div></b>told</div>'), 'told');
  assert.equal(seenIn('<a hidden><div></a>told</div>'), 'told');
});

test('ends a CDATA section outside svg where browsers end it', () => {
  assert.equal(seenIn('<body><![CDATA[ secret <b> told</b>'), ' told');
  assert.equal(seenIn('<svg><text><![CDATA[ <told> ]]></text></svg>'), ' <told> ');
  assert.equal(seenIn('<script><![CDATA[ > ]]></script>told'), 'told');
});

test('ignores a second html, head and body but for their attributes', () => {
  assert.equal(seenIn('<html><body>a<html><head><body>b</body></html>c'), 'abc');
  assert.equal(seenIn('<body>secret<div><body hidden>secret</div>'), '');
});

test('keeps the first 60,000 elements, and what they hide stays hidden', () => {
  const seen = seenIn(`${'<p>a</p>'.repeat(70_000)}<div hidden>secret</div>`);
  assert.match(seen, /^a+$/);
  assert.ok(seen.length > 59_000 && seen.length <= 60_000);
  assert.equal(seenIn(`<div hidden>${'<p>secret</p>'.repeat(70_000)}</div>told`), 'told');
});
