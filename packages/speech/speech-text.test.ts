import assert from 'node:assert/strict';
import { test } from 'node:test';
import { speakerOf } from './speaker.ts';
import { toSpokenText } from './speech-text.ts';

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
