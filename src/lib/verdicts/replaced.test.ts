import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { findReplacement } from './replaced.ts';
import { indexSource } from './source-index.ts';

/** The replacement as `stated -> found`, in brackets if it is not a name. */
function replaced(statement: string, text: string, language: string): string {
  const passages = [{ text, from: 50, to: 50 + text.length }];
  const source = indexSource({ index: 1, title: '', passages }, language);
  const found = findReplacement(statement, source.sentences, source.text());
  if (found === null) return '';
  if (found.isName) assert.equal(text.slice(found.from - 50, found.to - 50), found.found);
  const told = `${found.stated} -> ${found.found}`;
  return found.isName ? told : `(${told})`;
}

test('another name between the same characters is found, with its place in the source', () => {
  for (const [language, statement, source, expected] of [
    ['zh', '这座桥是彼得·汉森设计的。', '这座桥是 安娜·伯格 设计的。', '彼得·汉森 -> 安娜·伯格'],
    ['zh', '他在1990年从法国移居到这里。', '他在1990年从美国移居到这里。', '法国 -> 美国'],
    ['zh', '工厂于去年搬到南京市的郊区。', '工厂于去年搬到杭州市的郊区。', '南京 -> 杭州'],
    ['ja', 'この橋はホロウェイが設計した。', 'この橋はベルクが設計した。', 'ホロウェイ -> ベルク'],
    ['ja', 'この橋はベルクが設計した。', 'この橋はベルクが設計した。', ''],
    // A title in another script is no part of a name.
    ['zh', '这座桥是Dr彼得·汉森设计的。', '这座桥是安娜·伯格设计的。', ''],
    ['zh', '这座桥是彼得·汉森Jr设计的。', '这座桥是安娜·伯格设计的。', ''],
    // The name occurs elsewhere in the source, or it is the same name with more words or in another script.
    ['ja', 'この橋はホロウェイが設計した。', 'この橋はベルクが設計した。ホロウェイも来た。', ''],
    ['zh', '这座桥是汉森设计的。', '这座桥是彼得·汉森设计的。', ''],
    ['zh', '新款手机Xiaomi是去年发布的。', '新款手机小米是去年发布的。', ''],
    ['zh', '完全是别的话。', '这座桥是彼得·汉森设计的。', ''],
  ] as const)
    assert.equal(replaced(statement, source, language).replaceAll(/市/g, ''), expected, statement);
});

test('a word that is not a name is found only between many equal characters', () => {
  const source = '研究人员在报告里写道，这种植物的根部可以用来制作染料。';
  assert.equal(
    replaced('研究人员在报告里写道，这种植物的种子可以用来制作染料。', source, 'zh'),
    '(种子 -> 根部)',
  );
  assert.equal(replaced('这种花的种子可以吃。', '这种花的根部可以吃。', 'zh'), '');
});

test('the time grows with the statement and the source', async () => {
  await assertProportional((size) => replaced('甲乙'.repeat(size), '甲乙丙'.repeat(size), 'zh'), 400);
});

test('only fifty replacements of a statement are searched for in the whole source', () => {
  const names = Array.from({ length: 35 }, (_, at) => String.fromCharCode(0x30a1 + at).repeat(2));
  const stated = names.map((name) => `橋は${name}である。`).join('');
  /** A source with two places where each name could stand, followed by the first `count` names. */
  const withKnown = (count: number) =>
    replaced(stated, `橋はベルクであり、橋はマルクである。${names.slice(0, count).join('と')}。`, 'ja');
  assert.notEqual(withKnown(20), '');
  assert.equal(withKnown(30), '');
});
