import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformed } from '../../test/support/transformed.ts';
import type { Answerer } from '../core/events.ts';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Question } from '../core/terms.ts';
import { type GrowingBlocks, inBlocks } from './in-blocks.ts';

const nobody = new AbortController().signal;
const question: Question = {
  id: 'test',
  text: 'Why?',
  maxSources: 5,
  scope: ANY_SCOPE,
  history: [],
  deadlineMs: 1000,
};
const timing = {
  searchMs: 0,
  readMs: 0,
  selectMs: 0,
  firstTextMs: 0,
  writeMs: 0,
  checkMs: 0,
  renderMs: 0,
  totalMs: 0,
};

/** One block that contains all text so far and is returned by every call while it is open. */
function oneBlock(): GrowingBlocks {
  let html = '';
  const push = (text: string) => {
    html += text;
    return [{ index: 0, html }];
  };
  return { push, end: () => push('') };
}

const answerer: Answerer = async function* () {
  yield { type: 'answer-delta', text: 'Because.' };
  yield { type: 'timing', timing };
  const answer = { text: 'Because.', html: 'Because.', speech: 'Because.', sources: [], language: 'en' };
  const rest = { model: 'm', tokensUsed: 0, error: null, errorMissingInText: false };
  yield { type: 'answer-end', answer: { ...answer, ...rest, searchEngine: 'none' } };
};

test('a block is emitted again only if it has changed', async () => {
  const kinds: string[] = [];
  for await (const { type } of transformed(answerer(question, nobody), inBlocks(oneBlock))) kinds.push(type);
  assert.deepEqual(kinds, ['answer-delta', 'answer-block', 'timing', 'answer-end']);
});
