import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANY_SCOPE } from '../core/scope.ts';
import type { WritingTask } from '../write/writer.ts';
import { startDraft } from './draft.ts';

const question = {
  ...{ id: 't', text: 'What?', maxSources: 5, scope: ANY_SCOPE, history: [], deadlineMs: 1_000 },
};
const task: WritingTask = { question, sources: [], ground: 'sources', patienceMs: 1_000 };

test('an answer that arrives in one piece is checked in small ones, with pauses between them', async () => {
  const whole = 'It is red. '.repeat(500);
  const pieces: string[] = [];
  const filter = {
    push(piece: string) {
      const until = performance.now() + 12;
      while (pieces.length < 3 && performance.now() < until);
      pieces.push(piece);
      return piece;
    },
    end: () => '',
    moves: [],
  };
  const writer = {
    ...{ name: 'm', needsSources: false },
    async *write() {
      yield { type: 'text', text: whole } as const;
    },
  };
  let others = 0;
  const count = setInterval(() => others++, 1);
  using draft = startDraft({ writer, task, preface: '', filter }, new AbortController().signal);
  while ((await draft.next()) !== null);
  clearInterval(count);
  assert.equal(draft.draft.text, whole);
  assert.equal(pieces.join(''), whole);
  assert.ok(pieces.every((piece) => piece.length <= 400));
  assert.ok(others >= 2, `${others}`);
});
