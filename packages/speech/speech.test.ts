import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '@sayso/markdown';
import fc from '../../test/support/properties.ts';
import { blockSpeech, tokensToSpeech } from './speech.ts';

function speak(markdown: string, language = 'en', sourceCount = 3): string {
  return tokensToSpeech(parseMarkdown(markdown, sourceCount), language);
}

function says(cases: Readonly<Record<string, string>>): void {
  for (const [markdown, expected] of Object.entries(cases)) assert.equal(speak(markdown), expected);
}

test('ends every block as a sentence, in the form of its script', () => {
  says({
    '# A head\n\nSome text\n\nIs it?\n\n"Yes."': 'A head. Some text. Is it? "Yes."',
    'The steps:\n\n- one\n- two;': 'The steps. one. two.',
    'a line\nand another  \nand one': 'a line and another and one.',
    '> quoted\n\n---\n\nafter': 'quoted. after.',
    '東京は首都です\n\nДа': '東京は首都です。 Да.',
  });
});

test('omits citations and the blank before them', () => {
  says({
    'A fact [1][2]. Another [3], too.': 'A fact. Another, too.',
    'A fact[1]another ([2]).': 'A fact another.',
    '[1]': '',
  });
});

test('omits the remains of a citation without a source', () => {
  says({ 'It is so (see [99]), vgl. too [98].': 'It is so, vgl. too.', 'A (siehe [97] ) b': 'A b.' });
});

test('says that there is code instead of reading it', () => {
  says({
    'Run:\n\n```sh\nrm -rf /\n```\n\nThen `my_var`.': 'Run. Code example. Then my var.',
    '    indented': 'Code example.',
  });
});

test('speaks a link as its text and a bare URL as its host', () => {
  says({
    'See [the report](https://a.example/x "title").': 'See the report.',
    'See https://www.a.example/x?y=1#z, or <https://b.example:8080/>.':
      'See a dot example, or b dot example.',
    'See [https://a.example/x](https://a.example/x) and `https://user@b.example/y`.':
      'See a dot example and b dot example.',
    'Mail me@a.example!': 'Mail me at a dot example!',
    '“See https://a.example/x/.” [1] «https://b.example/y» ‘https://c.example/z’':
      '“See a dot example.” «b dot example» ‘c dot example’.',
    '![A river](https://a.example/r.png)': 'A river.',
  });
});

test('speaks list numbers and task boxes, but not struck words', () => {
  says({
    '1. One\n2. Two\n   - Three': '1: One. 2: Two. Three.',
    '- [x] Wash\n- [ ] Dry': 'Done: Wash. To do: Dry.',
    'It costs ~~ten~~ nine.': 'It costs nine.',
    'un*believ*able **bold**': 'unbelievable bold.',
  });
});

test('reads a table as sentences, each cell with its header', () => {
  says({
    '| City | People |\n|---|---|\n| Paris | 2 [1] |\n| Rome | |': 'City: Paris. People: 2. City: Rome.',
    '| | Note: |\n|---|---|\n| a | b |': 'a. Note: b.',
    '| Only | Heads |\n|---|---|': 'Only. Heads.',
  });
});

test('leaves no markup, emoji or invisible characters', () => {
  says({
    'C\\_D a\\*b {x} ^y^ \\<z\\> 【8】': 'C D a b x y z.',
    'AT&amp;T &lt;b&gt; &amp;copy;': 'AT and T copy.',
    'Good 👍🏽 family 👨‍👩‍👧 flag 🇫🇷 key 1️⃣ ©': 'Good family flag key 1 ©.',
    'soft\u00adhyphen zero\u200bwidth \u202ebidi': 'softhyphen zerowidth bidi.',
    '<!-- note --> <br>': '',
    'and/or 3 km/h in /usr/bin/ or </b>': 'and or three kilometers per hour in usr bin or.',
    '***': '',
    '\\* \\# ?!': '',
  });
});

/** A citation after one of these is spoken, when a word follows. */
const BEFORE_SPOKEN = 'in by from as both with of on and or than see per source'.split(' ');

test('neither loses nor doubles a word', () => {
  const word = fc
    .stringMatching(/^[a-z]{2,6}$/)
    .filter((text) => !['done', 'to', 'do', 'code', 'example', ...BEFORE_SPOKEN].includes(text));
  const marks: ReadonlyArray<(text: string) => string> = [
    (text) => text,
    (text) => `**${text}**`,
    (text) => `*${text}*`,
    (text) => `\`${text}\``,
    (text) => `[${text}](https://a.example)`,
    (text) => `![${text}](https://a.example)`,
    (text) => `${text} [1]`,
    (text) => `${text}\n`,
  ];
  const marked = fc
    .tuple(word, fc.constantFrom(...marks))
    .map(([text, mark]) => ({ text, written: mark(text) }));
  const blocks: ReadonlyArray<(text: string) => string> = [
    (text) => `\n\n${text}\n\n`,
    (text) => `\n\n## ${text.replace(/\s+/g, ' ')}\n\n`,
    (text) => `\n- ${text}\n`,
    (text) => `\n1. ${text}\n`,
    (text) => `\n\n> ${text}\n\n`,
    (text) => `\n\n| ${text.replace(/\s+/g, ' ')} |\n|---|\n\n`,
  ];
  const block = fc
    .tuple(fc.array(marked, { minLength: 1, maxLength: 5 }), fc.constantFrom(...blocks))
    .map(([words, place]) => ({
      words: words.map(({ text }) => text),
      written: place(words.map(({ written }) => written).join(' ')),
    }));
  const run = fc.property(fc.array(block, { maxLength: 6 }), (parts) => {
    const spoken = speak(parts.map(({ written }) => written).join(''));
    assert.deepEqual(
      spoken.match(/[a-z]+/g) ?? [],
      parts.flatMap(({ words }) => words),
      spoken,
    );
  });
  fc.assert(run, { numRuns: 120 });
});

test('blocks without speech do not repeat earlier blocks, however many there are', () => {
  const tokens = parseMarkdown(`${'- [1]\n'.repeat(2000)}- Said once.\n- And this.\n`, 1);
  assert.deepEqual(blockSpeech(tokens, 'en'), ['Said once.', 'And this.']);
});

test('the number of an item is spoken once, and not with the text after it', () => {
  says({
    '1. one\n\n   more': '1: one. more.',
    '1. ![](x)\n\nafter': 'after.',
    '3. one\n\nafter': '3: one. after.',
  });
});
