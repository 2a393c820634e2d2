import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerEvent } from '../core/events.ts';
import type { Question } from '../core/question.ts';
import { type Answerer, runOf } from '../core/run.ts';
import { holdBudget } from './hold-budget.ts';
import type { Parts } from './parts.ts';

const parts = {
  models: { writer: { needsSources: false } },
  settings: { contextTokens: 1000, unsupported: 'mark' },
} as unknown as Parts;
const question = { text: 'Who?', history: [] } as unknown as Question;

/** What is held and settled when the caller takes as many of these events as it wants. */
async function spend(
  events: readonly object[],
  { taken = events.length, depth }: { taken?: number; depth?: 'deep' } = {},
) {
  const answer: Answerer = async function* () {
    yield* events as readonly AnswerEvent[];
  };
  const spent: number[] = [];
  const hold = async (most: { readonly tokens: number }) => {
    spent.push(most.tokens);
    return { settle: async (used: { readonly tokens: number }) => void spent.push(used.tokens) };
  };
  const caller = { name: 'anna', budget: { hold } };
  const run = runOf({ ...question, depth }, { caller, signal: new AbortController().signal });
  let left = taken;
  for await (const _ of holdBudget(answer, parts)(run)) if (--left === 0) break;
  return { held: spent[0] ?? 0, used: spent[1] };
}

test('an answer settles with its tokens, the calls of the judge among them, and a cached one with none', async () => {
  const sources = { type: 'sources' };
  const usage = (tokens: number) => ({ type: 'usage', tokens });
  const end = { type: 'answer-end' };
  assert.equal((await spend([sources, usage(700), usage(900), end])).used, 900);
  assert.equal((await spend([sources, end])).used, 0);
  assert.equal((await spend([{ type: 'gather-end', evidence: { tokens: 40 } }])).used, 40);
  assert.equal((await spend([{ type: 'search-end' }])).used, 0);
});

test('whoever leaves in mid-answer has used the prompt and what was written, or all of a deep answer', async () => {
  const events = [
    { type: 'begin' },
    { type: 'sources' },
    { type: 'answer-delta', text: 'a'.repeat(300) },
    { type: 'usage', tokens: 9 },
  ];
  const early = await spend(events, { taken: 2 });
  const late = await spend(events, { taken: 3 });
  assert.ok(early.used !== undefined && early.used > 1000 && early.used < early.held, String(early.used));
  assert.equal(late.used, early.used + 100);
  const deep = await spend(events, { taken: 1, depth: 'deep' });
  assert.equal(deep.used, deep.held);
});
