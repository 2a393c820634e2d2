import { citationPositions } from '@sayso/markdown/citations/citations.ts';
import type { Answer } from '../../../src/core/answer.ts';
import type { AnswerEvent } from '../../../src/core/events.ts';
import { toConversation } from '../../../src/interfaces/conversation/conversation.ts';
import { GrowingText } from '../../../src/interfaces/conversation/growing-text.ts';
import { headingPositions, passagesAsAnswer } from '../../../src/interfaces/conversation/passages.ts';
import { toUrlCitations, uniqueTitles } from '../../../src/interfaces/conversation/url-citations.ts';
import { refuseWithoutText } from '../../../src/interfaces/conversation/written-answer.ts';
import { toOllamaFormat } from '../../../src/interfaces/ollama/chat-and-generate.ts';
import { readChatBody, readGenerateBody } from '../../../src/interfaces/ollama/request.ts';
import { readChatRequest } from '../../../src/interfaces/openai/chat/request.ts';
import { toChatFormat } from '../../../src/interfaces/openai/chat/serve-chat.ts';
import { checkedData } from '../../../src/interfaces/openai/data/data-form.ts';
import { toForcedFunction } from '../../../src/interfaces/openai/reply/forced-function.ts';
import type { ReplyFormat } from '../../../src/interfaces/openai/reply/reply-to-conversation.ts';
import { createConversationTokens } from '../../../src/interfaces/openai/responses/conversation-token.ts';
import { readResponseRequest } from '../../../src/interfaces/openai/responses/request.ts';
import { toResponseFormat } from '../../../src/interfaces/openai/responses/serve-responses.ts';
import type { Entry } from '../entry.ts';
import { ANSWER, CONTEXT } from '../limits.ts';
import { answerOf, PLAIN_SOURCES, piecesOf, questionOf, sourcesOf } from '../subjects.ts';

const place = 'loop';
/** The largest body that is read unless the operator allows more. */
const BODY = 65_536;
const PIECE_CHARS = 4;
const CHAT = {
  id: 'chatcmpl-1',
  created: 0,
  model: 'sayso',
  wantsUsageChunk: true,
  isOlder: false,
} as const;
const TODAY = new Date(0);
const places = (text: string) => citationPositions(text, PLAIN_SOURCES.length);
const messages = (text: string) => [
  { role: 'system', content: text },
  { role: 'user', content: text },
];

const LINES = {
  named: 'sayso',
  toField: (response: string) => ({ response }),
  startedAtMs: 0,
};
const RESPONSE = {
  model: 'sayso',
  createdAtSeconds: 0,
  repeated: { tools: [] },
  question: 'x',
  searchItem: 'web_search_call',
  itemIds: { search: 'ws_1', message: 'msg_1' },
  idAfter: () => 'resp_1',
} as const;

/** Writes an answer in a format, piece by piece and whole. */
function writeIn(format: ReplyFormat, answer: Answer): void {
  for (const isHeldBack of [false, true]) {
    const text = new GrowingText(isHeldBack);
    const written = { text, findPlaces: places, call: null };
    const { frame } = format.createWriter(written);
    const send = (event: AnswerEvent) => frame(event, text.take(event));
    send({ type: 'sources', sources: answer.sources, language: 'en' });
    for (const piece of piecesOf(answer.text, PIECE_CHARS)) send({ type: 'answer-delta', text: piece });
    refuseWithoutText(answer);
    send({ type: 'answer-end', answer });
    format.toBody(answer, written);
  }
}

export const openAiEntries: readonly Entry[] = [
  {
    name: 'packages/markdown/citations/citations.ts citationPositions',
    maxChars: ANSWER,
    place,
    run: (text) => toUrlCitations(text, PLAIN_SOURCES, { findPlaces: places }),
  },
  {
    name: 'interfaces/openai/chat/request.ts readChatRequest',
    maxChars: BODY,
    place,
    run(text) {
      readChatRequest({ messages: messages(text), search_domain_filter: [text.slice(0, 500)] }, TODAY);
      readChatRequest({ messages: [], model: text, [text]: 1 }, TODAY);
    },
  },
  {
    name: 'interfaces/openai/chat/request.ts readChatRequest with a schema',
    maxChars: BODY,
    place,
    prepare: (text) => JSON.stringify({ type: 'object', description: text }),
    run: (schema) =>
      readChatRequest(
        {
          messages: messages('x'),
          response_format: { type: 'json_schema', json_schema: { schema: JSON.parse(schema) } },
        },
        TODAY,
      ),
  },
  {
    name: 'interfaces/conversation/conversation.ts toConversation',
    maxChars: BODY,
    place,
    run: (text) => toConversation(text.split(' ').map((each) => ({ role: 'user', text: each }))),
  },
  {
    name: 'interfaces/openai/data/data-form.ts checkedData',
    maxChars: ANSWER,
    place,
    run: (text) => checkedData(answerOf(text), { schema: '{"type":"object","required":["a"]}' }),
  },
  {
    name: 'interfaces/openai/data/data-form.ts checkedData of a string',
    maxChars: ANSWER,
    place,
    prepare: (text) => JSON.stringify({ a: text }),
    run: (text) => checkedData(answerOf(text), { schema: '{"properties":{"a":{"minLength":3}}}' }),
  },
  {
    name: 'interfaces/openai/chat/serve-chat.ts toChatFormat',
    maxChars: ANSWER,
    place,
    run: (text) => writeIn(toChatFormat(CHAT), answerOf(text)),
  },
  {
    name: 'interfaces/conversation/url-citations.ts uniqueTitles',
    maxChars: BODY,
    place,
    run: (text) => uniqueTitles([text, text, text].map((title) => ({ title, url: 'https://a.example/' }))),
  },
  {
    name: 'interfaces/openai/chat/request.ts readChatRequest with functions and calls',
    maxChars: BODY,
    place,
    run: (text) =>
      readChatRequest(
        {
          messages: text
            .split(' ')
            .flatMap((each) => [
              { role: 'user', content: each },
              { role: 'assistant', tool_calls: [{ id: each, function: { name: each, arguments: text } }] },
              { role: 'tool', tool_call_id: each, content: each },
            ])
            .slice(0, 2000),
          tools: [{ type: 'function', function: { name: 'f', description: text.slice(0, 50_000) } }],
        },
        TODAY,
      ),
  },
  {
    name: 'interfaces/openai/reply/forced-function.ts toForcedFunction',
    maxChars: BODY,
    place,
    run: (text) => toForcedFunction([{ name: 'f', description: text }], 'required', [{ role: 'tool', text }]),
  },
  {
    name: 'interfaces/openai/responses/request.ts readResponseRequest',
    maxChars: BODY,
    place,
    run(text) {
      const { open } = createConversationTokens('secret');
      readResponseRequest({ input: messages(text), instructions: text }, open);
      readResponseRequest({ input: text, preset: text }, open);
      readResponseRequest({ input: text, previous_response_id: `resp_${text}` }, open);
    },
  },
  {
    name: 'interfaces/openai/responses/conversation-token.ts createConversationTokens',
    maxChars: BODY,
    place,
    run(text) {
      const { seal, open } = createConversationTokens('secret');
      open(seal([{ question: text, answer: text }]));
    },
  },
  {
    name: 'interfaces/openai/responses/serve-responses.ts toResponseFormat',
    maxChars: ANSWER,
    place,
    run(text) {
      writeIn(toResponseFormat(RESPONSE), answerOf(text));
      writeIn(toResponseFormat({ ...RESPONSE, searchItem: 'search_results' }), answerOf(text));
    },
  },
  {
    name: 'interfaces/ollama/request.ts readChatBody',
    maxChars: BODY,
    place,
    run: (text) => readChatBody({ model: 'sayso', messages: messages(text) }),
  },
  {
    name: 'interfaces/ollama/request.ts readGenerateBody',
    maxChars: BODY,
    place,
    run: (text) => readGenerateBody({ model: text, prompt: text, system: text }),
  },
  {
    name: 'interfaces/ollama/chat-and-generate.ts toOllamaFormat',
    maxChars: ANSWER,
    place,
    run: (text) => writeIn(toOllamaFormat(LINES), answerOf(text)),
  },
  {
    name: 'interfaces/conversation/passages.ts tellingPassages',
    maxChars: CONTEXT,
    place,
    async run(text) {
      const sources = sourcesOf(text);
      headingPositions('', sources);
      const evidence = { meaning: '', searches: [], pages: new Map(), sources, language: 'en', tokens: 0 };
      const found: AnswerEvent = { type: 'sources', sources, language: 'en' };
      const gather = async function* () {
        yield found;
        return { ...evidence, calls: 0, isRushed: false };
      };
      for await (const _ of passagesAsAnswer(gather)(questionOf('x'), new AbortController().signal)) {
      }
    },
  },
];
