import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../core/answer.ts';
import { GrowingText } from './growing-text.ts';

test('a text that was sent and then replaced ends with the reason, and never as if it were whole', () => {
  const text = new GrowingText(false);
  assert.equal(text.take({ type: 'answer-delta', text: 'An axolotl is' }), 'An axolotl is');
  const error = 'The model lost the connection.';
  const answer = { text: `No answer: ${error}`, error, errorMissingInText: false, sources: [] };
  const ended = text.take({ type: 'answer-end', answer: answer as unknown as Answer });
  assert.equal(ended, `…\n\n${error}`);
});

test('Markdown and HTML of another server in an error are shown as text, at the end or instead', () => {
  const error = 'It says ![p](https://evil.example/p.png) <img src=x>.';
  const harmless = 'It says ![p\\](`https://evil.example/p.png`) \\<img src=x>.';
  for (const [whole, before] of [
    ['Yes.', ''],
    ['Other.', '…'],
  ] as const) {
    const text = new GrowingText(false);
    text.take({ type: 'answer-delta', text: 'Yes.' });
    const answer = { text: whole, error, errorMissingInText: true, sources: [] };
    const ended = text.take({ type: 'answer-end', answer: answer as unknown as Answer });
    assert.equal(ended, `${before}\n\n${harmless}`);
  }
});
