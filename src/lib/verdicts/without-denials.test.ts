import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProportional } from '../../../test/support/proportional.ts';
import { denialsIn } from './denials.ts';
import { contradictsByDenial } from './without-denials.ts';

const isOpposite = (affirming: string, denying: string, language: string) =>
  contradictsByDenial(
    denialsIn(affirming, language).withoutDenials(),
    denialsIn(denying, language).withoutDenials(),
  );

test('a text says what another denies, if it has the words around the denial and no denial there', () => {
  for (const [language, affirming, denying] of [
    ['en', 'People who have had mumps should avoid it.', 'It spares people who have not had mumps.'],
    ['en', 'It may prevent them from going.', 'A ban may not prevent anyone.'],
    ['en', 'They can swim.', "They can't swim."],
    ['en', 'They swim.', 'They do not swim.'],
    ['en', 'They swim.', "They don't swim."],
    ['en', 'There is a sign, and it is open.', 'There is no sign.'],
    ['de', 'Die Stadt kann eine Autos zulassen.', 'Die Stadt kann keine Autos zulassen.'],
    ['fr', 'La tour penche.', 'La tour ne penche pas.'],
    ['es', 'El lago tiene peces.', 'El lago no tiene peces.'],
    ['pt', 'O lago tem peixes.', 'O lago não tem peixes.'],
    ['it', 'Il lago gela in inverno.', 'Il lago non gela in inverno.'],
    // A denial that both have in the same place excuses nothing.
    ['es', 'Pero logró abrir ningún lago.', 'Pero no logró abrir ningún lago.'],
    ['es', 'Sin embargo, una carpa ha vivido aquí.', 'Sin embargo, ninguna carpa ha vivido aquí.'],
    ['zh', '他们认为有必要不开放湖泊。', '他们认为没有必要不开放湖泊。'],
    ['zh', '湖面是永远结冰。', '湖面都不是永远结冰。'],
    ['zh', '市镇能登记汽车。', '市镇不能登记汽车。'],
    ['zh', '湖里有鱼类。', '湖里没有鱼类。'],
    ['ja', '実用化には至っている。', '実用化には至っていない。'],
    ['ja', '湖は凍結する。', '湖は凍結しない。'],
    ['ja', '職域では登録できる。', '職域では登録できない。'],
  ] as const)
    assert.ok(isOpposite(affirming, denying, language), `${affirming} / ${denying}`);
});

test('it does not, if the denial is elsewhere, both deny it, or the denying text says it as well', () => {
  for (const [language, affirming, denying] of [
    ['en', 'It is open.', 'It is not closed.'],
    ['en', 'It is not open.', 'It is not open.'],
    ['en', 'It is open in summer.', 'It is open in summer and is not open in winter.'],
    ['en', 'The acting head and head is not head.', 'The acting head and not head.'],
    ['en', 'It is open.', 'Not open.'],
    ['en', 'It is open.', 'Open it is not.'],
    // Two words of one denial.
    ['fr', 'La tour penche pas.', 'La tour ne penche pas.'],
    ['zh', '市镇不能登记汽车。', '市镇不能登记汽车。'],
    ['zh', '市镇能。', '不能。'],
    ['ja', '湖は凍結しません。', '湖は凍結しない。'],
    ['ja', '魚は少ない。', '魚は少ないのだ。'],
    ['ja', 'それはいる。', 'それはいない。'],
  ] as const)
    assert.ok(!isOpposite(affirming, denying, language), `${affirming} / ${denying}`);
});

test('the work grows with the length of the texts', async () => {
  for (const [text, language] of [
    ['is not open ', 'en'],
    ['湖没有鱼', 'zh'],
    ['凍結しない', 'ja'],
  ] as const)
    await assertProportional((size) => {
      denialsIn(text.repeat(size), language);
    }, 200);
});
