import { createCitationFilter } from '@sayso/markdown/citations/citations.ts';
import { select } from '@sayso/passages';
import { writeDraft } from '../../../src/answer/draft.ts';
import { toWindowTokens } from '../../../src/models/find-context-window.ts';
import { retryDelayMs } from '../../../src/models/model-error.ts';
import { toModelFailure } from '../../../src/models/model-failure.ts';
import { readChatParts } from '../../../src/models/providers/chat-parts.ts';
import { toPullCommand } from '../../../src/models/providers/ollama.ts';
import { ollamaErrorCode, readOllamaParts } from '../../../src/models/providers/ollama-chat.ts';
import {
  chosenWindowIn,
  loadedWindowIn,
  trainedWindowIn,
} from '../../../src/models/providers/ollama-server.ts';
import { isAbout, looseCall, readCall } from '../../../src/models/read-call.ts';
import { withoutCalls } from '../../../src/models/without-calls.ts';
import { withoutThinking } from '../../../src/models/without-thinking.ts';
import { parseRetryAfterMs } from '../../../src/net/suspension.ts';
import { toUpstreamError } from '../../../src/net/upstream-error.ts';
import { createVerdictReader, toClaimPrompt, toJudgePrompt } from '../../../src/write/judge.ts';
import { quotePassages } from '../../../src/write/passage-writer.ts';
import { toPrompt, toSourceLine } from '../../../src/write/prompt.ts';
import { queryWithoutModel, readReply, toQueryPrompt } from '../../../src/write/read-message.ts';
import { toGapPrompt, toPlanPrompt } from '../../../src/write/researcher.ts';
import { sanitizeForPrompt } from '../../../src/write/sanitize-for-prompt.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT, ERROR, LINE, PAGE_TEXT, QUESTION, SNIPPET } from '../limits.ts';
import {
  hitsOf,
  never,
  PLAIN,
  PLAIN_SOURCES,
  pagesOf,
  piecesOf,
  questionOf,
  sourcesOf,
} from '../subjects.ts';

const place = 'loop';
const CONTEXT_TOKENS = 2_800;
const TOKEN_CHARS = 4;
/** In pieces, as a network delivers a fast stream. */
const READ_CHARS = 1_400;
const BODY = 256_000;

function selecting(question: string, title: string, snippet: string, page: string | null): Promise<unknown> {
  const hits = hitsOf(title, snippet);
  const pages = page === null ? new Map() : pagesOf(hits, page);
  // Snippets that all fit are used whole, without the work to be measured, so only a few of them may fit.
  const contextTokens = page === null ? FEW_TOKENS : CONTEXT_TOKENS;
  return select({ question: questionOf(question), hits, pages, contextTokens });
}

const FEW_TOKENS = 100;

function streamed(text: string, chars: number): ReadableStream<Uint8Array> {
  return streamOf([...piecesOf(text, chars)].map((piece) => new TextEncoder().encode(piece)));
}

function streamOf<T>(items: readonly T[]): ReadableStream<T> {
  const rest = items[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = rest.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

export const writingEntries: readonly Entry[] = [
  {
    name: 'models/providers/ollama-server.ts windows',
    maxChars: ERROR,
    place,
    run(text) {
      const models = [{ name: text, model: text, context_length: text }];
      loadedWindowIn({ models }, text);
      trainedWindowIn({ model_info: { [`${text}.context_length`]: text } });
      chosenWindowIn({ parameters: text });
      toWindowTokens(text);
      ollamaErrorCode(text);
      toPullCommand(text.slice(0, 1_000));
    },
  },
  {
    name: 'packages/passages/sentences.ts select (one page)',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => selectOne(text),
  },
  {
    name: 'packages/passages/select.ts select (ten pages)',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => selecting(PLAIN, PLAIN, PLAIN, text),
  },
  {
    name: 'packages/passages/pick.ts select (question and pages)',
    maxChars: PAGE_TEXT,
    place,
    run: (text) => selecting(text.slice(0, QUESTION), text.slice(0, 300), PLAIN, text),
  },
  {
    name: 'packages/passages/score.ts select (snippets)',
    maxChars: SNIPPET,
    place,
    run: (text) => selecting(text, text, text, null),
  },
  {
    name: 'write/prompt.ts toPrompt',
    maxChars: CONTEXT,
    place,
    run: (text) =>
      toPrompt(
        {
          question: questionOf(text.slice(0, QUESTION)),
          sources: sourcesOf(text),
          evidenceStatus: 'sources',
          searchedFor: text.slice(0, 300),
          patienceMs: 1,
        },
        new Date(0),
      ),
  },
  {
    name: 'write/prompt.ts toSourceLine',
    maxChars: CONTEXT,
    place,
    run: (text) => sourcesOf(text).map(toSourceLine),
  },
  {
    name: 'write/read-message.ts toQueryPrompt',
    maxChars: ANSWER,
    place,
    run: (text) =>
      toQueryPrompt(
        questionOf(text.slice(0, QUESTION), [{ question: text.slice(0, QUESTION), answer: text }]),
        new Date(0),
      ),
  },
  {
    name: 'write/researcher.ts toPlanPrompt',
    maxChars: QUESTION,
    place,
    run: toPlanPrompt,
  },
  {
    name: 'write/researcher.ts toGapPrompt',
    maxChars: CONTEXT,
    place,
    run: (text) => toGapPrompt(text.slice(0, QUESTION), sourcesOf(text)),
  },
  {
    name: 'write/judge.ts toClaimPrompt',
    maxChars: CONTEXT,
    place,
    run: (text) => toClaimPrompt(sourcesOf(text), text.slice(0, QUESTION)),
  },
  {
    name: 'write/judge.ts toJudgePrompt',
    maxChars: CONTEXT,
    place,
    run: (text) =>
      toJudgePrompt({ question: PLAIN, statements: [text.slice(0, ANSWER)], sources: sourcesOf(text) }),
  },
  {
    name: 'write/judge.ts createVerdictReader',
    maxChars: ANSWER,
    place,
    run(text) {
      const reader = createVerdictReader(60);
      for (const piece of piecesOf(text, TOKEN_CHARS)) reader.push(piece);
      reader.end();
    },
  },
  {
    name: 'write/sanitize-for-prompt.ts sanitizeForPrompt',
    maxChars: CONTEXT,
    place,
    run: sanitizeForPrompt,
  },
  {
    name: 'write/choose-passages.ts quotePassages (sources)',
    maxChars: CONTEXT,
    place,
    run: (text) => quotePassages('What is an axolotl?', sourcesOf(text)),
  },
  {
    name: 'write/passage-writer.ts quotePassages (both)',
    maxChars: CONTEXT,
    place,
    run: (text) => quotePassages(text.slice(0, QUESTION), sourcesOf(text)),
  },
  {
    name: 'packages/text/spelling.ts quotePassages (question)',
    maxChars: QUESTION,
    place,
    run: (text) => quotePassages(text, sourcesOf(PLAIN.repeat(100))),
  },
  {
    name: 'write/read-message.ts queryWithoutModel (both)',
    maxChars: QUESTION,
    place,
    run: (text) => queryWithoutModel({ text, history: [{ question: text, answer: text }] }),
  },
  {
    name: 'write/read-message.ts readReply',
    maxChars: ANSWER,
    place,
    run: (text) => readReply(text, { text: PLAIN, history: [{ question: PLAIN, answer: text }] }),
  },
  {
    name: 'models/without-thinking.ts withoutThinking',
    maxChars: ANSWER * 4,
    place,
    run(text) {
      const filter = withoutThinking();
      for (const piece of piecesOf(text, TOKEN_CHARS)) filter.push(piece);
      filter.end();
    },
  },
  {
    name: 'models/without-thinking.ts withoutThinking (whole)',
    maxChars: ANSWER * 4,
    place,
    run: (text) => withoutThinking().push(text),
  },
  {
    name: 'models/without-calls.ts withoutCalls',
    maxChars: ANSWER * 4,
    place,
    run(text) {
      const filter = withoutCalls(PLAIN);
      for (const piece of piecesOf(text, TOKEN_CHARS)) filter.push(piece);
      filter.end();
    },
  },
  {
    name: 'models/without-calls.ts withoutCalls (whole)',
    maxChars: ANSWER * 4,
    place,
    run: (text) => withoutCalls(PLAIN).push(text),
  },
  {
    name: 'models/read-call.ts readCall',
    maxChars: ANSWER,
    place,
    run: (text) => readCall(`{"query":"a" ${text}`),
  },
  { name: 'models/read-call.ts looseCall', maxChars: ANSWER, place, run: (text) => looseCall(text) },
  {
    name: 'models/read-call.ts isAbout',
    maxChars: ANSWER,
    place,
    run: (text) => isAbout({ queries: [text], answer: null, isCall: true }, text),
  },
  {
    name: 'models/providers/chat-parts.ts readChatParts',
    maxChars: BODY,
    place,
    run: (text) => readAll(readChatParts(streamed(text, READ_CHARS))),
  },
  {
    name: 'models/providers/chat-parts.ts readChatParts (events)',
    maxChars: BODY / 4,
    place,
    run(text) {
      const events = [...piecesOf(text, TOKEN_CHARS)].map(
        (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
      );
      return readAll(readChatParts(streamed(events.join(''), READ_CHARS)));
    },
  },
  {
    name: 'models/providers/ollama-chat.ts readOllamaParts',
    maxChars: BODY,
    place,
    run: (text) => readAll(readOllamaParts(streamed(text, READ_CHARS), 'http://a/')),
  },
  {
    name: 'models/model-error.ts readModelError',
    maxChars: ERROR,
    place,
    run(text) {
      const error = Object.assign(new Error(text), {
        statusCode: 429,
        responseBody: text,
        url: text,
        data: { error: { code: text, type: text, message: text } },
      });
      toModelFailure(error, text.slice(0, 100));
      retryDelayMs(error);
    },
  },
  {
    name: 'net/upstream-error.ts toUpstreamError',
    maxChars: ERROR,
    place,
    run: (text) => toUpstreamError(new Error(text, { cause: new Error(text) })),
  },
  { name: 'net/suspension.ts parseRetryAfterMs', maxChars: LINE, place, run: parseRetryAfterMs },
  {
    name: 'answer/draft.ts writeDraft',
    maxChars: ANSWER,
    place,
    async run(text) {
      async function* write() {
        for (const piece of piecesOf(text, TOKEN_CHARS)) yield { type: 'text', text: piece } as const;
      }
      const task = {
        question: questionOf(PLAIN),
        sources: PLAIN_SOURCES,
        evidenceStatus: 'sources',
        patienceMs: 30_000,
      } as const;
      const filter = createCitationFilter(PLAIN_SOURCES.length);
      const writer = { name: 'a', needsSources: false, write };
      for await (const _ of writeDraft({ writer, task, preface: '', filter }, never));
    },
  },
];

async function selectOne(text: string): Promise<void> {
  const [hit] = hitsOf(PLAIN, PLAIN);
  if (hit === undefined) return;
  await select({
    question: questionOf(PLAIN),
    hits: [hit],
    pages: pagesOf([hit], text),
    contextTokens: CONTEXT_TOKENS,
  });
}

async function readAll(stream: ReadableStream<unknown>): Promise<void> {
  for await (const _piece of stream);
}
