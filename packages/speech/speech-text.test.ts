import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speakerOf } from './speaker.ts';
import { toSentence, toSpokenText } from './speech-text.ts';

const english = speakerOf('en');
const nobody = speakerOf('xx');
const say = (text: string) => toSpokenText(text, english);

test('repeated marks are spoken once, long dashes are a pause, and many stops are three', () => {
  assert.equal(say('Really?? Yes!!! Well;; so,, it::'), 'Really? Yes! Well; so, it:');
  assert.equal(say('one -- two --- three'), 'one – two – three');
  assert.equal(say('Well..... yes'), 'Well... yes');
  assert.equal(say('Well…… yes'), 'Well…… yes');
  assert.equal(say('Well…………… yes'), 'Well... yes');
});

test('addresses are spoken as their host, and marks of mail addresses as words', () => {
  for (const [text, spoken] of [
    ['See https://www.a-b.example/x?y#z.', 'See a-b dot example.'],
    ['See https://user@a.example:8080/x, now', 'See a dot example, now'],
    ['See file:///home/x/notes.txt!', 'See notes dot txt!'],
    ['See www.a.example: yes', 'See a dot example: yes'],
    ['Write to a_b-c+d@e-f.example.', 'Write to a underscore b dash c plus d at e dash f dot example.'],
  ] as const)
    assert.equal(say(text), spoken, text);
  assert.equal(toSpokenText('See https://www.a.example/x.', nobody), 'See a.example.');
  assert.equal(toSpokenText('Write to a-b@c.example', nobody), 'Write to a-b@c.example');
});

test('citations in every notation are not spoken', () => {
  for (const text of [
    ...['It is so [1].', 'It is so [1, 2].', 'It is so [1-3].', 'It is so [[1]].', 'It is so [1†source].'],
    ...['It is so [^note].', 'It is so [1], [2].', 'It is so【1†x】.', 'It is so (Source 1).'],
    ...['It is so [Sources 1, 2 and 3].', 'It is so (see [1]).'],
  ])
    assert.equal(say(text), 'It is so.', text);
  assert.equal(say('The area is 5 m² [2].'), say('The area is 5 m².'));
  assert.equal(say('The word² stands.'), 'The word stands.');
});

test('lines that define links are not spoken, the text of a footnote is', () => {
  assert.equal(say('It is.\n[1]: https://a.example/ "Title"'), 'It is.');
  assert.equal(say('[^1]: A note.'), 'A note.');
});

test('comments, tags, dialects, emoji and invisible characters are not spoken', () => {
  for (const [text, spoken] of [
    ['a <!-- b --> c', 'a c'],
    ['a <b>bold</b> word', 'a bold word'],
    ['a ==marked== word and ++more++', 'a marked word and more'],
    ['a 😀 b 👍🏽 c', 'a b c'],
    ['a\u200bb\u00adc', 'abc'],
    ['and/or', 'and or'],
    ['a ( , ) b', 'a b'],
    ['yes .', 'yes.'],
    ['[!NOTE] Mind it.', 'Note: Mind it.'],
    ['a&nbsp;b', 'a nbsp b'],
    ['✓ ✗', ''],
    ['...', ''],
    ['', ''],
  ] as const)
    assert.equal(say(text), spoken, JSON.stringify(text));
  assert.equal(say('a → b'), 'a to b');
  assert.deepEqual([toSpokenText('a → b', nobody), toSpokenText('→ b', nobody)], ['a, b', 'b']);
});

test('a sentence ends with the stop of its script, and with one only', () => {
  for (const [text, sentence] of [
    ['', ''],
    ['Yes', 'Yes.'],
    ['Yes.', 'Yes.'],
    ['Yes?”', 'Yes?”'],
    ['Yes: ', 'Yes.'],
    ['Yes – ', 'Yes.'],
    ['Yes!: ', 'Yes!'],
    ['東京', '東京。'],
    ['東京：', '東京。'],
    [': –', '.'],
  ] as const)
    assert.equal(toSentence(text), sentence, text);
});
