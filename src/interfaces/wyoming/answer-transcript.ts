import { randomUUID } from 'node:crypto';
import { isLanguageTag } from '@sayso/text/language.ts';
import { firstChars } from '@sayso/text/text.ts';
import { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { Exchange, Question } from '../../core/question.ts';
import { runOf } from '../../core/run.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Service } from '../../core/service.ts';
import { SPEECH_DEADLINE_MS, speaking } from '../conversation/request-answer.ts';
import { networkOf } from '../http/call-service.ts';
import { type LoggedRequest, reportedProblem } from '../http/problems.ts';
import { checkedText, toQuestion } from '../http/to-question.ts';

/** The parts of the service that make and limit the answers. */
export type TranscriptDeps = Pick<Service, 'ask'> & {
  readonly answerDeadlineMs: number;
  readonly maxQueryChars: number;
  readonly log: LoggedRequest['log'];
  readonly conversations: Conversations;
  /** Counts a question from a client's address; rejects with a Failure `rate-limited`. */
  countAnswer(address: string): Promise<void>;
};

/** Sends one event to the client. */
export type SendEvent = (type: string, data: Readonly<Record<string, unknown>>) => void;

/** Longer ids would fill the memory; Home Assistant's have 26 characters. */
const MAX_ID_CHARS = 128;
const context = z.object({ conversation_id: z.string().min(1).max(MAX_ID_CHARS) });
const transcript = z.object({
  text: z.string(),
  language: z.string().nullish(),
  // Programs may send any context: one without such an id is no conversation.
  context: context.nullish().catch(null),
});

type Transcript = z.infer<typeof transcript>;

/**
 * Answers a spoken question: first each sentence of the answer as it is finished (`handled-chunk`), then the
 * whole answer (`handled`) for programs that do not support chunks. A question with a `conversation_id` can
 * refer to the answers before it. A failure becomes `not-handled` with a sentence that can be spoken. Sends
 * nothing more once `signal` has aborted because the client disconnected.
 */
export async function answerTranscript(
  { data, address, send }: { readonly data: unknown; readonly address: string; readonly send: SendEvent },
  deps: TranscriptDeps,
  signal: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  let hasBegun = false;
  try {
    const given = readTranscript(data);
    const key = keyOf(given, address);
    const history = key === null ? [] : deps.conversations.historyOf(key);
    const question = questionOf(given, id, { ...deps, history });
    await deps.countAnswer(address);
    let answer: Answer | null = null;
    for await (const event of speaking(deps.ask)(runOf(question, { signal }))) {
      if (event.type === 'answer-end') ({ answer } = event);
      if (event.type !== 'answer-delta') continue;
      if (!hasBegun) send('handled-start', {});
      hasBegun = true;
      send('handled-chunk', { text: event.text });
    }
    const text = answer?.text.trim() ?? '';
    if (text === '') throw new Failure('model-unavailable', answer?.error ?? 'Nothing was written.');
    const { answerId } = answer ?? {};
    const exchange = { question: question.text, answer: text, ...(answerId && { answerId }) };
    if (key !== null) deps.conversations.remember(key, exchange);
    send('handled', { text });
  } catch (error) {
    send('not-handled', { text: reportedProblem(error, { id, log: deps.log }).message });
  }
  if (hasBegun) send('handled-stop', {});
}

/** @throws Failure `invalid-question` */
function readTranscript(data: unknown): Transcript {
  const given = transcript.safeParse(data);
  if (!given.success) throw new Failure('invalid-question', 'The transcript has no text.');
  return given.data;
}

function keyOf(given: Transcript, address: string): ConversationKey | null {
  const id = given.context?.conversation_id;
  return id === undefined ? null : { client: networkOf(address), id };
}

/** @throws Failure `invalid-question` */
function questionOf(
  { text, language }: Transcript,
  id: string,
  deps: Pick<TranscriptDeps, 'maxQueryChars' | 'answerDeadlineMs'> & Pick<Question, 'history'>,
): Question {
  const inquiry = {
    text: checkedText(text, deps),
    history: deps.history,
    scope: { ...ANY_SCOPE, language: language && isLanguageTag(language) ? language : 'auto' },
    timeoutMs: Math.min(SPEECH_DEADLINE_MS, deps.answerDeadlineMs),
  };
  return toQuestion(inquiry, { id });
}

/** The conversation of one event: the client's address, and the `conversation_id` that it sends. */
type ConversationKey = { readonly client: string; readonly id: string };

type Remembered = { readonly exchanges: readonly Exchange[]; readonly timer: NodeJS.Timeout };

/** Home Assistant begins a new conversation after five minutes without a question. */
const IDLE_MS = 300_000;
/** With the limits below, all conversations together take less than 4 MB. */
const MAX_CONVERSATIONS = 100;
const MAX_EXCHANGES = 5;
/** The maximum length of what is remembered of a question and of an answer, in characters. */
const MAX_CHARS = 2000;

/**
 * The last exchanges of the conversations that voices have with this service, in memory only. They are known
 * by the address of the client and the id that it gave them, so no client can continue the conversation of
 * another by its id. If there are too many, the one that was silent for longest is forgotten.
 */
export class Conversations {
  readonly #conversations = new Map<string, Remembered>();
  readonly #idleMs: number;

  /** @param idleMs how long a conversation is remembered after its last answer, in milliseconds */
  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  /** The exchanges of a conversation, oldest first; none for an unknown or a forgotten one. */
  historyOf(key: ConversationKey): readonly Exchange[] {
    return this.#conversations.get(nameOf(key))?.exchanges ?? [];
  }

  /** Adds an exchange, after which the conversation is remembered for as long as it may be silent. */
  remember(key: ConversationKey, exchange: Exchange): void {
    const name = nameOf(key);
    const exchanges = [...this.historyOf(key), shorten(exchange)].slice(-MAX_EXCHANGES);
    this.#forget(name);
    const timer = setTimeout(() => this.#conversations.delete(name), this.#idleMs).unref();
    this.#conversations.set(name, { exchanges, timer });
    const [oldest] = this.#conversations.keys();
    if (this.#conversations.size > MAX_CONVERSATIONS && oldest !== undefined) this.#forget(oldest);
  }

  #forget(name: string): void {
    clearTimeout(this.#conversations.get(name)?.timer);
    this.#conversations.delete(name);
  }
}

function nameOf({ client, id }: ConversationKey): string {
  return `${client} ${id}`;
}

function shorten({ question, answer, ...rest }: Exchange): Exchange {
  return { ...rest, question: firstChars(question, MAX_CHARS), answer: firstChars(answer, MAX_CHARS) };
}
