import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanHtml } from './html-scan.ts';

/** The parts of a page, one per line. */
function partsOf(html: string, isForeign = false): string[] {
  const parts: string[] = [];
  scanHtml(html, {
    onText: (from, to) => parts.push(html.slice(from, to)),
    onCdata: (from, to) => parts.push(`cdata ${html.slice(from, to)}`),
    onOpenTag: (name, attributes, isClosed) =>
      parts.push(`<${name}${isClosed ? '/' : ''}> ${JSON.stringify(attributes)}`),
    onCloseTag: (name) => parts.push(`</${name}>`),
    isInForeignContext: () => isForeign,
  });
  return parts;
}

test('reads names in lower case, and attributes with and without quotes', () => {
  assert.deepEqual(partsOf(`<DIV Id=a class = "b c"title='d>e'=f hidden/constructor>`), [
    '<div> {"id":"a","class":"b c","title":"d>e","=f":"","hidden":"","constructor":""}',
  ]);
  assert.deepEqual(partsOf('<a href=x/><br/><p / >'), ['<a> {"href":"x/"}', '<br/> {}', '<p> {}']);
  assert.deepEqual(partsOf('<a title="a&amp;b &copy=c" title=second __proto__=d>'), [
    '<a> {"title":"a&b &copy=c","__proto__":"d"}',
  ]);
});

test('treats marks that begin no markup as text', () => {
  assert.deepEqual(partsOf('1 < 2 <3> </'), ['1 ', '< 2 ', '<3> ', '</']);
  assert.deepEqual(partsOf('a</>b</ x>c<?d>e<!f>g'), ['a', 'b', 'c', 'e', 'g']);
});

test('leaves out a tag that the page does not end', () => {
  for (const end of ['<p', '<p ', '<p a', '<p a=', '<p a="b>', '<p a="b"', '</p', '<!-- b', '<!doctype'])
    assert.deepEqual(partsOf(`a${end}`), ['a'], end);
});

test('ends comments where browsers end them', () => {
  assert.deepEqual(partsOf('<!-- a > -- b -->c<!-->d<!--->e<!-- f --!>g<!--h---->i'), [
    ...['c', 'd', 'e', 'g', 'i'],
  ]);
});

test('finds the end tag of an element that contains only text', () => {
  assert.deepEqual(partsOf('<title>a<b>&amp;</titles></Title >c'), [
    '<title> {}',
    'a<b>&amp;</titles>',
    '</title>',
    'c',
  ]);
  assert.deepEqual(partsOf('<style/>a</style'), ['<style/> {}', 'a</style']);
  assert.deepEqual(partsOf('<plaintext>a</plaintext>'), ['<plaintext> {}', 'a</plaintext>']);
  assert.deepEqual(partsOf('<title>a<b>', true), ['<title> {}', 'a', '<b> {}']);
});

test('a script continues after the end of a script that is within a comment', () => {
  const script = '<!-- <script> </script> <!-- <SCRIPT/> </script>';
  assert.deepEqual(partsOf(`<script>${script}</script>a`), ['<script> {}', script, '</script>', 'a']);
  assert.deepEqual(partsOf('<script><!--> <script> </script>a'), [
    '<script> {}',
    '<!--> <script> ',
    '</script>',
    'a',
  ]);
  assert.deepEqual(partsOf('<script><!-- <script> --></script>a'), [
    ...['<script> {}', '<!-- <script> -->', '</script>', 'a'],
  ]);
});

test('reads CDATA as text inside svg, and as a comment elsewhere', () => {
  assert.deepEqual(partsOf('<![CDATA[a > b]]>c', true), ['cdata a > b', 'c']);
  assert.deepEqual(partsOf('<![CDATA[a > b]]>c'), [' b]]>c']);
});
