import { randomUUID } from 'node:crypto';
import { isLanguageTag } from '@sayso/text/language.ts';
import { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import { runOf } from '../../core/run.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Service } from '../../core/service.ts';
import { SPEECH_DEADLINE_MS, speaking } from '../conversation/speaking.ts';
import { networkOf } from '../http/caller.ts';
import { checkedText } from '../http/checked-text.ts';
import { type LoggedRequest, reportedProblem } from '../http/problems.ts';
import { toQuestion } from '../http/to-question.ts';
import type { ConversationKey, Conversations } from './conversations.ts';

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
