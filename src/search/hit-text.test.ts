import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '../../test/support/properties.ts';
import { assertProportional } from '../../test/support/proportional.ts';
import { plainLines, plainText } from './hits.ts';

test('removes the markup that engines leave', () => {
  const cases: Record<string, string> = {
    "The '''Quokka''' is a ''small'' macropod": 'The Quokka is a small macropod',
    'home to the [[Quokka]] and [[Perth, Australia|Perth]]': 'home to the Quokka and Perth',
    "...d <span class='searchmatch'>gold</span>. Its": '...d gold. Its',
    '<b>bold</b> &amp; <em>strong</em>&nbsp;text': 'bold & strong text',
    'a &lt;b&gt;twice&lt;/b&gt; escaped word': 'a twice escaped word',
    'one<br/>two<p>three</p>': 'one two three',
    '<a href="https://example.org/">link</a><img src=x onerror=alert(1)>': 'link',
    'before<script>alert(1)</script><!-- note -->after': 'before after',
    'cut in a <span class="search': 'cut in a',
    'two\n\n lines\u0000\u0007 and \t tabs': 'two lines and tabs',
  };
  for (const [markup, text] of Object.entries(cases)) assert.equal(plainText(markup, 300), text);
});

test('removes invisible characters and those that reverse the text direction', () => {
  const tags = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0)));
  const cases: Record<string, string> = {
    'invoice\u202efdp.exe': 'invoicefdp.exe',
    'a&#x202e;b&zwnj;c': 'abc',
    [`moon${tags.join('')}light`]: 'moonlight',
    'soft\u00ad\u200bly': 'softly',
    '<b\u200b>bold</b\u200b>': 'bold',
    'می\u200cخواهم 👩\u200d🚀': 'می\u200cخواهم 👩\u200d🚀',
  };
  for (const [hostile, text] of Object.entries(cases)) {
    assert.equal(plainText(hostile, 300), text);
    if (!/[<&]/.test(hostile)) assert.equal(plainLines(hostile, 300), text);
  }
});

test('keeps text that only looks like markup', () => {
  for (const text of [
    ...['How to centre a <div> in CSS', 'Vec<T> and Map<String, Integer>', 'a < b and c > d'],
    ...['AT&T, R&D and &unknown; things', "x = ''; y = ''", 'if [[ -f a ]] then', "l'Angola’s rock'n'roll"],
  ]) {
    assert.equal(plainText(text, 300), text);
  }
});

test('cuts at a word within the limit', () => {
  const cut = plainText('word '.repeat(1_000), 300);
  assert.ok(cut.length <= 300 && cut.endsWith('word…'), cut);
});

test('has a limit and takes linear time, whatever the input', async () => {
  const hostile = ['<', '<a ', '<!--', '<script>', "''a", '[[a|', '&', '&lt;', '<a =', ' '];
  const take = (text: string) => {
    assert.ok(plainText(text, 2_000).length <= 2_000);
    assert.ok(plainLines(text, 20_000).length <= 20_000);
  };
  for (const part of hostile) await assertProportional((parts) => take(part.repeat(parts)), 20_000, part);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 50 }), (text, maxChars) => {
      const plain = plainText(text, maxChars);
      assert.ok(plain.isWellFormed() && !/[\n\t\0]/.test(plain) && Array.from(plain).length <= maxChars);
    }),
  );
});

test('keeps the lines of a page', () => {
  assert.equal(plainLines(' One  two.\n\n\n Three\tfour. \r\n', 100), 'One two.\nThree four.');
  assert.equal(plainLines('one two three', 9), 'one two');
  assert.equal(plainLines('一'.repeat(50), 10), '一'.repeat(10));
});
