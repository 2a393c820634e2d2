import type { Answer } from '../../core/answer.ts';
import type { GrowingText } from '../conversation/growing-text.ts';
import { tokensOf } from '../conversation/written-answer.ts';
import { toSearchedFor } from '../http/searched-for.ts';
import { streamHeaders } from '../http/stream.ts';
import type { AnswerWriter } from '../openai/tools/reply-to-conversation.ts';

/** The options for writing an answer as lines of JSON. */
export type LinesOptions = {
  /** The name of the model as the caller wrote it. */
  readonly named: string;
  /** The field of a piece of text: a message for `chat`, with its calls; a response for `generate`. */
  toField(text: string, calls?: object): object;
  /** When the request arrived, on the monotonic clock. */
  readonly startedAtMs: number;
};

/** The fields of every line. */
type Head = Pick<LinesOptions, 'named' | 'toField'>;

/** The headers of a stream of lines. */
export const lineHeaders = { ...streamHeaders, 'content-type': 'application/x-ndjson' };

const NS_PER_MS = 1_000_000;

/** Writes the events of an answer as lines of JSON: one line for each piece of its text, and a final line. */
export function createLineWriter(options: LinesOptions, text: GrowingText): AnswerWriter {
  return {
    frame(event, piece) {
      const line = piece === '' ? '' : toLine({ ...toHead(options, piece), done: false });
      if (event.type !== 'answer-end') return line;
      return line + toLine({ ...toHead(options, ''), ...toEnd(options, event.answer, text.sent) });
    },
    failure: ({ message }) => toLine({ error: message }),
  };
}

/** One line of a stream. */
export function toLine(data: object): string {
  return `${JSON.stringify(data)}\n`;
}

/** The reply to a request without a message. */
export function toLoaded(options: Head) {
  return { ...toHead(options, ''), done: true, done_reason: 'load' };
}

/** The fields of every line. */
export function toHead({ named, toField }: Head, text: string, calls?: object) {
  return { model: named, created_at: new Date().toISOString(), ...toField(text, calls) };
}

/** The fields of the last line. */
export function toEnd({ startedAtMs }: LinesOptions, answer: Answer, text: string) {
  const { input, output } = tokensOf(answer, text);
  const tookNs = Math.round((performance.now() - startedAtMs) * NS_PER_MS);
  return {
    done: true,
    done_reason: answer.unfinished === undefined ? 'stop' : 'length',
    total_duration: tookNs,
    load_duration: 0,
    prompt_eval_count: input,
    prompt_eval_duration: 0,
    eval_count: output,
    eval_duration: tookNs,
    ...toSearchedFor(answer),
  };
}
