import { estimateTokens } from '@sayso/text/tokens.ts';
import type { Answer } from '../../core/answer.ts';
import type { AnswerEvent } from '../../core/events.ts';
import { Failure } from '../../core/failure.ts';
import type { Source } from '../../core/source.ts';
import { errorMarkdown, textWithError } from '../../render/text-with-error.ts';
import type { Problem } from '../http/problems.ts';

/**
 * Follows an answer whose text is sent piece by piece. Text that was sent cannot be taken back. If the whole
 * answer begins with the text already sent, its rest is the last piece. Otherwise, the sent text stays as it
 * is, and the sentence that gives the reason follows.
 */
export class GrowingText {
  /** Everything sent so far. */
  sent = '';
  sources: readonly Source[] = [];
  /** The words of the last search; null if they are those of the question. */
  searchQuery: string | null = null;
  readonly #isHeldBack: boolean;
  readonly #finished: (answer: Answer) => string;

  /**
   * @param isHeldBack for data, whose text is held back until it has been checked
   * @param finished makes the text of the whole answer
   */
  constructor(isHeldBack: boolean, finished: (answer: Answer) => string = textWithError) {
    this.#isHeldBack = isHeldBack;
    this.#finished = finished;
  }

  /** The text to send for an event; empty for nothing. */
  take(event: AnswerEvent): string {
    if (event.type === 'search-end') this.searchQuery = event.query ?? this.searchQuery;
    if (event.type === 'sources') this.sources = event.sources;
    if (event.type === 'answer-delta' && !this.#isHeldBack) return this.#send(event.text);
    if (event.type !== 'answer-end') return '';
    this.sources = event.answer.sources;
    return this.#send(restOf(event.answer, this.sent, this.#finished(event.answer)));
  }

  #send(text: string): string {
    this.sent += text;
    return text;
  }
}

function restOf({ error }: Answer, sent: string, whole: string): string {
  if (whole.startsWith(sent)) return whole.slice(sent.length);
  return error === null ? '' : `…\n\n${errorMarkdown(error)}`;
}

/** The types of errors in OpenAI's API, by status. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
]);

/**
 * A problem as OpenAI's API reports it. The code is the HTTP status, because Perplexity's clients expect a
 * number; OpenAI's accept both.
 */
export function toErrorBody({ status, message }: Pick<Problem, 'status' | 'message'>) {
  const usual = status < 500 ? 'invalid_request_error' : 'server_error';
  return { error: { message, type: TYPES.get(status) ?? usual, code: status, param: null } };
}

/**
 * Refuses an answer without a text, as made by a service without a model.
 * @throws Failure `model-unavailable`
 */
export function refuseWithoutText({ text, error }: Answer): void {
  if (text !== '') return;
  const alternative = 'The model `sayso-context` returns the passages that were found.';
  throw new Failure('model-unavailable', `${error ?? 'Nothing was written.'} ${alternative}`);
}

/** The tokens of an answer. Only their sum is reported; the share of the answer's own text is estimated. */
export function tokensOf({ tokensUsed }: Answer, text: string): { input: number; output: number } {
  const output = Math.min(tokensUsed, estimateTokens(text));
  return { input: tokensUsed - output, output };
}
