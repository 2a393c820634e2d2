import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { assertProportional } from '../../test/support/proportional.ts';
import { estimateTokens } from './tokens.ts';

const TEXTS: Readonly<Record<string, string>> = {
  English:
    'The mill was built in 1870 by two brothers, and its wheel is made of oak. It ground corn for three ' +
    'villages until 1951, when the owner sold it to the county for £4,200.',
  German:
    'Die Mühle wurde 1870 von zwei Brüdern gebaut, ihr Rad ist aus Eichenholz. Sie mahlte bis 1951 Getreide ' +
    'für drei Dörfer; dann verkaufte sie der Besitzer an den Landkreis.',
  Romanian:
    'Moara a fost construită în 1870 de doi frați, iar roata ei este din lemn de stejar. A măcinat grâu pentru ' +
    'trei sate până în 1951, când proprietarul a vândut-o județului.',
  Vietnamese:
    'Cối xay được hai anh em xây dựng vào năm 1870 và bánh xe của nó làm bằng gỗ sồi. Nó xay ngũ cốc cho ba ' +
    'ngôi làng cho đến năm 1951.',
  Russian:
    'Мельницу построили два брата в 1870 году, её колесо сделано из дуба. Она молола зерно для трёх деревень ' +
    'до 1951 года, когда владелец продал её округу.',
  Greek: 'Ο μύλος χτίστηκε το 1870 από δύο αδέλφια και ο τροχός του είναι από ξύλο βελανιδιάς.',
  Arabic: 'بنى الأخوان الطاحونة عام 1870، وعجلتها مصنوعة من خشب البلوط، وكانت تطحن الحبوب لثلاث قرى.',
  Hindi: 'चक्की को 1870 में दो भाइयों ने बनाया था और उसका पहिया ओक की लकड़ी से बना है।',
  Thai: 'โรงสีแห่งนี้สร้างขึ้นในปี 1870 โดยสองพี่น้อง และกังหันของมันทำจากไม้โอ๊ก',
  Korean: '방앗간은 1870년에 두 형제가 지었으며 바퀴는 참나무로 만들어졌다. 세 마을의 곡식을 빻았다.',
  Chinese: '这座磨坊由兄弟二人于1870年建造，水轮是橡木做的。它为三个村庄磨粮食，直到1951年。',
  Japanese: 'その水車小屋は1870年に二人の兄弟によって建てられ、水車は樫の木でできている。',
  code: 'for (let at = 0; at < items.length; at++) {\n  total += items[at].price * 1.19;\n}\n',
};

for (const [name, text] of Object.entries(TEXTS))
  test(`the estimate for ${name} is seldom below the real count and wastes at most a third`, () => {
    const real = countTokens(text.repeat(5));
    const estimate = estimateTokens(text.repeat(5));
    assert.ok(estimate * 1.1 >= real && estimate <= real * 1.35, `${estimate} for ${real}`);
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
