import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionOf } from './shared-question.ts';

const questionIn = (address: string) => questionOf(new URLSearchParams(address));

test('the question of a link is unchanged', () => {
  assert.equal(questionIn('?q=+Why%3F+&title=ignored'), 'Why?');
  assert.equal(questionIn('?'), '');
});

test('the parts that another app shares are joined', () => {
  assert.equal(
    questionIn('?title=A+page&text=is+it+true&url=https://a.test/'),
    'A page is it true https://a.test/',
  );
  assert.equal(questionIn('?text=Is+it+true'), 'Is it true');
});

test('repeated parts of a shared text appear once', () => {
  assert.equal(questionIn('?title=&text=See+https://a.test/&url=https://a.test/'), 'See https://a.test/');
  assert.equal(questionIn('?title=Same&text=Same'), 'Same');
});
