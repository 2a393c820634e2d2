import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../../core/scope.ts';
import { toWords } from '../../lib/text/words.ts';
import { createWasAnswered } from './was-answered.ts';

const SAID = 'It was built by Ada Bell in 1843.';

function saidBefore(text: string, ...answers: readonly string[]) {
  const history = answers.map((answer, at) => ({ question: `Question ${at}?`, answer }));
  const question = {
    id: 't',
    text,
    maxSources: 5,
    scope: ANY_SCOPE,
    history,
    deadlineAtMs: performance.now() + 1000,
  };
  const wasSaid = createWasAnswered(question);
  return (sentence: string) => wasSaid(toWords(sentence));
}

test('a sentence was said if any earlier answer has it, whole and in order', () => {
  for (const answers of [[SAID], [SAID, 'No.'], ['No.', `So. ${SAID} Yes.`], [SAID.replace('by', '\\by')]])
    assert.equal(saidBefore('And?', ...answers)(SAID), true, answers.join('|'));
  const wasSaid = saidBefore('And?', SAID);
  assert.equal(wasSaid('It was built by Ada Bell in 1844.'), false);
  assert.equal(wasSaid('Bell Ada by built was it'), false);
  assert.equal(wasSaid('t was built by Ada'), false);
});

test('a sentence of three words may be there by chance, one of four not', () => {
  const wasSaid = saidBefore('And?', SAID);
  assert.deepEqual([wasSaid('It was built'), wasSaid('It was built by')], [false, true]);
});

test('without a conversation, or if the same is asked again, nothing was said', () => {
  assert.equal(saidBefore('And?')(SAID), false);
  assert.equal(saidBefore(' Question 0? ', SAID)(SAID), false);
});
