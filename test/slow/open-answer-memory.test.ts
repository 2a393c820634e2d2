import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { select } from '@sayso/passages';
import { answer } from '../../src/answer/answer.ts';
import { untilAborted } from '../../src/core/deadline.ts';
import { runOf } from '../../src/core/run.ts';
import { ANY_SCOPE } from '../../src/core/scope.ts';
import type { Hit, Page } from '../../src/core/source.ts';
import type { Search } from '../../src/search/search.ts';
import type { Writer } from '../../src/write/writer.ts';
import { testParts } from '../support/parts.ts';

const HITS_PER_SEARCH = 10;
const SNIPPET_CHARS = 300;
const FIRST = 5;

/** The parts from which the answers are made. */
type OpenAnswers = {
  readonly count: number;
  /** The length of the text of each page that is read; no two pages share their text. */
  readonly pageChars: number;
};

/**
 * The memory of this process for each deep answer whose model has sent one word and nothing more, in bytes:
 * the heap and the memory outside of it, after garbage collection, with the answers and without them.
 */
async function openDeepMemory({ count, pageChars }: OpenAnswers): Promise<number> {
  const caller = new AbortController();
  const parts = partsWith(pageChars);
  const base = {
    id: '',
    maxSources: 10,
    scope: ANY_SCOPE,
    history: [],
    deadlineAtMs: performance.now() + 600_000,
  };
  const openAt = (at: number) => {
    const text = `Who was the mayor of Town ${at} when the River ${at} flooded?`;
    return openOne(answer(runOf({ ...base, text, depth: 'deep' }, caller), parts));
  };
  // The first answers load code and fill caches.
  const open = [];
  for (let at = 0; at < FIRST; at++) open.push(await openAt(at));
  const before = held();
  for (let at = FIRST; at < FIRST + count; at++) open.push(await openAt(at));
  const after = held();
  caller.abort();
  await Promise.all(open.map(({ events, waiting }) => waiting.then(() => events.return(undefined))));
  return (after - before) / count;
}

/** Reads the events of an answer until its first words, and returns the rest. */
async function openOne(events: AsyncGenerator<{ readonly type: string }>) {
  for (let next = await events.next(); ; next = await events.next())
    if (next.done || next.value.type === 'answer-delta')
      return { events, waiting: events.next().catch(() => undefined) };
}

function held(): number {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const silent: Writer = {
  name: 'silent',
  needsSources: false,
  async *write(_task, signal) {
    yield { type: 'text', text: 'It was held. ' };
    await untilAborted(new Promise(() => undefined), signal);
  },
};

function partsWith(pageChars: number) {
  let made = 0;
  const search: Search = async ({ text }) => {
    const hits = Array.from({ length: HITS_PER_SEARCH }, (): Hit => {
      const url = `https://site${made++ % 997}.test/${made}`;
      return { url, title: `Page ${made} of ${text}`, snippet: freshText(made, SNIPPET_CHARS) };
    });
    return { words: text, outcome: { status: 'ok' }, hits, slot: 1, trail: [] };
  };
  return testParts({
    search,
    reader: {
      timeoutMs: 60_000,
      maxPages: 10,
      async *read(hits) {
        for (const { url, title } of hits)
          yield { status: 'read', url, page: pageOf(url, title, pageChars), tookMs: 1 };
      },
    },
    select: (choice) => select(choice),
    models: { writer: silent, deepWriter: silent },
  });
}

function pageOf(url: string, title: string, chars: number): Page {
  const text = freshText(url.length, chars);
  return { url, title, text, language: 'en', publishedAt: null, siteName: null, author: null };
}

const SENTENCE = 'The mayor of the town spoke of the flood, and Ann Archer of River View was there in 1987. ';

/** A text that shares no memory with others. */
function freshText(seed: number, chars: number): string {
  return Buffer.from(
    `${seed} ${SENTENCE.repeat(Math.ceil(chars / SENTENCE.length))}`.slice(0, chars),
  ).toString('latin1');
}

test('a deep answer whose model is silent does not keep the texts of its pages in memory', async () => {
  const bytes = await openDeepMemory({ count: 5, pageChars: 100_000 });
  // Twenty pages have two million characters.
  assert.ok(bytes < 1_000_000, `${bytes} bytes`);
});
