import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../core/source.ts';
import { judgeAnswer, rememberVerdicts } from './add-statements.ts';

test('a statement that two versions of an answer have is compared once', async () => {
  const compared: string[] = [];
  let judges = 0;
  const createJudge = rememberVerdicts(() => {
    judges++;
    return ({ text }) => {
      compared.push(text);
      return { verdict: 'supported', score: 1, quotes: [] };
    };
  });
  const sources: readonly Source[] = [];
  const judge = (text: string, of = sources) =>
    judgeAnswer({ text, sources: of, language: 'en' }, createJudge);
  await judge('It is red. It is round.');
  assert.deepEqual(
    (await judge('It is new. It is round.')).map(({ text, from }) => [text, from]),
    [
      ['It is new.', 0],
      ['It is round.', 11],
    ],
  );
  await judge('It is round.');
  assert.deepEqual([compared, judges], [['It is red.', 'It is round.', 'It is new.'], 2]);
  await judge('It is round.', []);
  assert.equal(judges, 3, 'another answer has verdicts of its own');
});
