import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { assertProportional } from '../../test/support/proportional.ts';
import { estimateTokens } from './tokens.ts';

const TEXTS: Readonly<Record<string, string>> = {
  English:
    'The mill was built in 1870 by two brothers, and its wheel is made of oak. It ground corn for three ' +
    'villages until 1951, when the owner sold it to the county for £4,200.',
  Russian:
    'Мельницу построили два брата в 1870 году, её колесо сделано из дуба. Она молола зерно для трёх деревень ' +
    'до 1951 года, когда владелец продал её округу.',
  Thai: 'โรงสีแห่งนี้สร้างขึ้นในปี 1870 โดยสองพี่น้อง และกังหันของมันทำจากไม้โอ๊ก',
  Chinese: '这座磨坊由兄弟二人于1870年建造，水轮是橡木做的。它为三个村庄磨粮食，直到1951年。',
  code: 'for (let at = 0; at < items.length; at++) {\n  total += items[at].price * 1.19;\n}\n',
};

test('an estimate is seldom below the real count and wastes at most a third', () => {
  for (const [name, text] of Object.entries(TEXTS)) {
    const real = countTokens(text.repeat(5));
    const estimate = estimateTokens(text.repeat(5));
    assert.ok(estimate * 1.1 >= real && estimate <= real * 1.35, `${name}: ${estimate} for ${real}`);
  }
});

test('text that nobody would write is not counted as nearly nothing', () => {
  for (const text of [
    'x'.repeat(4_000),
    'iVBORw0KGgoAAAANSUhEUg'.repeat(50),
    '👍🎉'.repeat(100),
    '\ud800'.repeat(50),
  ])
    assert.ok(estimateTokens(text) >= 0.8 * countTokens(text), text.slice(0, 20));
  assert.equal(estimateTokens(''), 0);
});

test('estimating takes linear time', async () => {
  await assertProportional((size) => estimateTokens('aé中1. \n'.repeat(size)), 20_000);
});
