import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJudge } from './judge.ts';
import type { JudgedText, Judgement } from './verdict.ts';

const TEXT =
  'The Northfield works installs wall chargers for homes and garages. It opens on weekdays only. ' +
  'Its team removed the old cables because they were brittle.';
const SOURCES = [{ index: 1, title: '', passages: [{ text: TEXT, from: 0, to: TEXT.length }] }];

function judgeAll(statements: readonly (string | JudgedText)[], question = ''): readonly Judgement[] {
  const judge = createJudge(SOURCES, 'en', [question]);
  return statements.map((one, at) => judge(typeof one === 'string' ? { text: one, citations: [] } : one, at));
}

const row = (text: string): JudgedText => ({ text, citations: [], cells: [text] });
const isMarked = ({ verdict, isSure }: Judgement) =>
  verdict === 'differs' || (verdict === 'not-found' && isSure === true);

test('a right calculation is not marked, and a wrong one is', () => {
  const [right, wrong] = judgeAll([
    'One charger at 240 volts draws 240 × 40 = 9.6 kW from the panel.',
    'One charger at 240 volts draws 240 × 40 = 12.6 kW from the panel.',
  ]);
  assert.equal(right && isMarked(right), false);
  assert.equal(wrong && isMarked(wrong), true);
});

test('a calculation with a number from elsewhere is marked', () => {
  const [judged] = judgeAll(['Circuits need a reserve of 125 % by the code: 1.25 × 40 = 50 A.']);
  assert.equal(judged && isMarked(judged), true);
});

test('rows of the numbers of the question, and their sum, are not marked; another sum is', () => {
  const question = 'I have a press of 21.2 kW and two ovens of 19.6 kW.';
  const rows = [row('Press 21.2 kW'), row('Oven left 19.6 kW'), row('Oven right 19.6 kW')];
  const judged = judgeAll([...rows, row('Total of all 60.4 kW'), row('Total of all 66.4 kW')], question);
  assert.deepEqual(judged.map(isMarked), [false, false, false, false, true]);
});

test('an example that the answer announces as its own is not marked, but a cited one is', () => {
  const text = 'Suppose your garage has 48 chargers of 700 watts.';
  const [own, cited] = judgeAll([text, { text, citations: [1] }]);
  assert.equal(own && isMarked(own), false);
  assert.equal(cited && isMarked(cited), true);
});

test('a reason that the source does not give is not supported', () => {
  const [given, other] = judgeAll([
    'The team removed the old cables because they were brittle.',
    'The team removed the old cables because neighbours complained.',
  ]);
  assert.equal(given?.verdict, 'supported');
  assert.equal(other && isMarked(other), true);
});

test('what is only said in other words is not found, but not marked', () => {
  const [judged] = judgeAll(['The firm fits chargers in private houses and parking spaces.']);
  assert.equal(judged?.verdict, 'not-found');
  assert.equal(judged?.isSure, false);
});
