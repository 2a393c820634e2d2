import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { growText } from '../conversation/growing-text.ts';
import { refuseWithoutText, tokensOf } from '../conversation/written-answer.ts';
import { isCertain } from '../http/call-service.ts';
import { type StreamFormat, streamHeaders } from '../http/stream.ts';

/** The options for writing an answer as lines of JSON. */
export type LinesOptions = {
  /** The name of the model as the caller wrote it. */
  readonly named: string;
  /** The field of a piece of text: a message for `chat`, a response for `generate`. */
  toField(text: string): object;
  /** The text of a whole answer; if the answer is data, it is held back until it has been checked. */
  finished(answer: Answer): string;
  readonly isHeldBack: boolean;
};

/** The headers of a stream of lines. */
export const lineHeaders = { ...streamHeaders, 'content-type': 'application/x-ndjson' };

const NS_PER_MS = 1_000_000;

/** The events of an answer as lines of JSON: one line for each piece of its text, and a final line. */
export function toLines(options: LinesOptions): StreamFormat<AnswerEvent> {
  const startedAtMs = performance.now();
  const text = growText(options.isHeldBack, options.finished);
  const write = (data: object) => `${JSON.stringify(data)}\n`;
  return {
    frame(event) {
      if (event.type === 'answer-end') refuseWithoutText(event.answer);
      const piece = text.take(event);
      const line = piece === '' ? '' : write({ ...toHead(options, piece), done: false });
      if (event.type !== 'answer-end') return line;
      return line + write({ ...toHead(options, ''), ...toEnd(event.answer, text.sent, startedAtMs) });
    },
    // Some clients take each piece of the body that arrives for one line.
    split: (frame) => frame.split(/(?<=\n)/),
    failure: ({ message }) => write({ error: message }),
    isCertain,
    headers: lineHeaders,
  };
}

/** A whole answer as one object. */
export function toWhole(options: LinesOptions, answer: Answer, startedAtMs: number) {
  const text = options.finished(answer);
  return { ...toHead(options, text), ...toEnd(answer, text, startedAtMs) };
}

/** The reply to a request without a message. */
export function toLoaded(options: Pick<LinesOptions, 'named' | 'toField'>) {
  return { ...toHead(options, ''), done: true, done_reason: 'load' };
}

/** The fields of every line. */
export function toHead({ named, toField }: Pick<LinesOptions, 'named' | 'toField'>, text: string) {
  return { model: named, created_at: new Date().toISOString(), ...toField(text) };
}

/** The fields of the last line. */
export function toEnd(answer: Answer, text: string, startedAtMs: number) {
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
  };
}
