import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUESTION } from '../../test/support/fixed-answer.ts';
import type { Question } from '../core/question.ts';
import { collect, runOf } from '../core/run.ts';
import type { Writer } from '../write/writer.ts';
import { answerWords, notes } from './answer-words.ts';
import { gatherNothing } from './gather.ts';
import { answerWithoutSearch } from './ways.ts';

const model: Writer = {
  ...{ name: 'm', needsSources: false },
  async *write() {
    yield { type: 'text', text: 'Hallo.' };
  },
};
const quoter: Writer = { ...model, name: 'quoter', needsSources: true };
const task = { ...QUESTION, text: 'Translate into German: the hello', plain: 'task' } as const;
const sent: Question['sent'] = { system: '', turns: [] };

async function answerTo(question: Question, writer: Writer | null) {
  const answer = answerWithoutSearch({
    ...{ writer, gather: gatherNothing, modelOnlyFallback: true, contextTokens: 1000 },
    createCitationFilter: () => ({ push: (piece) => piece, end: () => '', moves: [] }),
    sanitizeMarkdown: (markdown) => markdown,
    render: (markdown) => ({ html: markdown, speech: markdown }),
  });
  const { text, error, model: name } = (await collect(answer(runOf(question, new AbortController())))).answer;
  return { text, error, name };
}

test('a model works on a text in a chat and elsewhere', async () => {
  for (const question of [task, { ...task, sent }, { ...task, plain: 'talk' } as const])
    assert.deepEqual(await answerTo(question, model), { text: 'Hallo.', error: null, name: 'm' });
});

test('without a model, the answer in a chat says that one is needed, elsewhere an error does', async () => {
  const { needsModel: text } = answerWords('en');
  assert.deepEqual(await answerTo({ ...task, sent }, null), { text, error: null, name: 'instant' });
  assert.deepEqual(await answerTo(task, quoter), { text, error: null, name: 'instant' });
  assert.deepEqual(await answerTo(task, null), { text: '', error: notes.noModel, name: '' });
});

test('without a model, small talk is answered with what this program is', async () => {
  const talk = { ...QUESTION, text: 'Hello, who are you?', plain: 'talk' } as const;
  const { aboutSayso: text } = answerWords('en');
  for (const writer of [null, quoter])
    assert.deepEqual(await answerTo(talk, writer), { text, error: null, name: 'instant' });
});
