import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkdown } from '@sayso/markdown';
import { ANY_SCOPE } from '../core/scope.ts';
import type { Writer, WritingTask, WrittenPart } from '../write/writer.ts';
import { writeDraft } from './draft.ts';

const question = {
  ...{
    id: 't',
    text: 'What?',
    maxSources: 5,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 1_000,
  },
};
const nobody = new AbortController().signal;
const task: WritingTask = { question, sources: [], evidenceStatus: 'sources', patienceMs: 1_000 };

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
  const { draft } = await written({ writer, task, preface: '', filter });
  clearInterval(count);
  assert.equal(draft.text, whole);
  assert.equal(pieces.join(''), whole);
  assert.ok(pieces.every((piece) => piece.length <= 400));
  assert.ok(others >= 2, `${others}`);
});

test('no text with a formula is passed on before formulas can be read', async () => {
  const pieces = ['The area is ', '$x^2', '$.'];
  const writer = {
    ...{ name: 'm', needsSources: false },
    async *write() {
      for (const text of pieces) yield { type: 'text', text } as const;
    },
  };
  const filter = { push: (piece: string) => piece, end: () => '', moves: [] };
  let text = '';
  for await (const event of writeDraft({ writer, task, preface: '', filter }, nobody)) {
    if (event.type !== 'answer-delta') continue;
    text += event.text;
    if (text.includes('$')) assert.match(readMarkdown('$x^2$').html, /<math>/);
  }
  assert.equal(text, pieces.join(''));
});

const writerOf = (...parts: readonly WrittenPart[]): Writer => ({
  ...{ name: 'm', needsSources: false },
  async *write() {
    yield* parts;
  },
});
const text = (words: string) => ({ type: 'text', text: words }) as const;

/** The pieces of a draft whose filter reports a changed citation at the offset 3 of its text. */
async function drafted(writer: Writer, preface = '') {
  const filter = { push: (piece: string) => piece, end: () => '', moves: [{ was: 2, now: 1, at: 3 }] };
  return written({ writer, task, preface, filter });
}

/** The emitted pieces, and the draft. */
async function written(options: Parameters<typeof writeDraft>[0]) {
  const pieces: string[] = [];
  const events = writeDraft(options, nobody);
  let next = await events.next();
  for (; !next.done; next = await events.next())
    if (next.value.type === 'answer-delta') pieces.push(next.value.text);
  return { pieces, draft: next.value, at: next.value.citationMoves[0]?.at };
}

test('a draft begins with its first word, after its preface, and changed citations move along', async () => {
  const writer = writerOf(text(' \n'), text('  It is'), text(' so.'));
  const plain = await drafted(writer);
  assert.deepEqual(plain.pieces, ['It is', ' so.']);
  assert.equal(plain.at, 3 - '  '.length - ' \n'.length);
  const introduced = await drafted(writer, 'First.');
  assert.deepEqual(introduced.pieces, ['First.\n\nIt is', ' so.']);
  assert.equal(introduced.at, 3 - 4 + 'First.\n\n'.length);
});

test('a draft counts one call, two if a second model wrote it, and none without tokens', async () => {
  const usage = (tokens: number) => ({ type: 'usage', tokens }) as const;
  const model = { type: 'model', name: 'other' } as const;
  const callsOf = async (...parts: readonly WrittenPart[]) => (await drafted(writerOf(...parts))).draft.calls;
  assert.equal(await callsOf(text('Yes.')), 0);
  assert.equal(await callsOf(text('Yes.'), usage(5)), 1);
  assert.equal(await callsOf(model, text('Yes.'), usage(5)), 2);
});
