import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Failure } from '../../core/failure.ts';
import type { House } from '../../core/house.ts';
import { isLanguageTag } from '../../core/language.ts';
import { checkedText, toQuestion } from '../../core/question.ts';
import { ANY_SCOPE } from '../../core/scope.ts';
import type { Answer, Question } from '../../core/terms.ts';
import { reportedProblem, type TroubledRequest } from '../http/problems.ts';
import { SPEECH_DEADLINE_MS, speaking } from '../openai/shared/speaking.ts';

/** The parts of the service that make and limit the answers. */
export type TranscriptParts = Pick<House, 'answer' | 'derived'> & {
  readonly answerDeadlineMs: number;
  readonly maxQueryChars: number;
  readonly log: TroubledRequest['log'];
  /** Counts a question from a client's address; rejects with a Failure `rate-limited`. */
  countAnswer(address: string): Promise<void>;
};

/** Sends one event to the client. */
export type SendEvent = (type: string, data: Readonly<Record<string, unknown>>) => void;

const transcript = z.object({ text: z.string(), language: z.string().nullish() });

/**
 * Answers a spoken question: first each sentence of the answer as it is finished (`handled-chunk`), then the
 * whole answer (`handled`) for programs that do not support chunks. A failure becomes
 * `not-handled` with a sentence that can be spoken. Sends nothing more once `signal` has aborted because the
 * client disconnected.
 */
export async function answerTranscript(
  { data, address, send }: { readonly data: unknown; readonly address: string; readonly send: SendEvent },
  parts: TranscriptParts,
  signal: AbortSignal,
): Promise<void> {
  const id = randomUUID();
  let hasBegun = false;
  try {
    const question = questionOfTranscript(data, id, parts);
    await parts.countAnswer(address);
    let answer: Answer | null = null;
    for await (const event of speaking(parts.answer, parts.derived.sentence)(question, signal)) {
      if (event.type === 'answer-end') ({ answer } = event);
      if (event.type !== 'answer-delta') continue;
      if (!hasBegun) send('handled-start', {});
      hasBegun = true;
      send('handled-chunk', { text: event.text });
    }
    const text = answer?.text.trim() ?? '';
    if (text === '') throw new Failure('model-unavailable', answer?.error ?? 'Nothing was written.');
    send('handled', { text });
  } catch (error) {
    send('not-handled', { text: reportedProblem(error, { id, log: parts.log }).message });
  }
  if (hasBegun) send('handled-stop', {});
}

/** @throws Failure `invalid-question` */
function questionOfTranscript(data: unknown, id: string, parts: TranscriptParts): Question {
  const given = transcript.safeParse(data);
  if (!given.success) throw new Failure('invalid-question', 'The transcript has no text.');
  const { text, language } = given.data;
  return toQuestion({
    id,
    text: checkedText(text, parts),
    scope: { ...ANY_SCOPE, language: language && isLanguageTag(language) ? language : 'auto' },
    deadlineMs: Math.min(SPEECH_DEADLINE_MS, parts.answerDeadlineMs),
  });
}
