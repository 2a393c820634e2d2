import type { Answer } from '../core/answer.ts';
import { toPlainMarkdown } from '../lib/markdown/index.ts';

/** The parts of an answer that tell its error. */
type AnswerParts = Pick<Answer, 'text' | 'speech' | 'error' | 'errorMissingInText'>;

/**
 * The text of an answer for callers who get no field `error`: any fact that only `error` contains becomes the
 * last sentence.
 */
export function textWithError({ text, error, errorMissingInText }: Omit<AnswerParts, 'speech'>): string {
  return errorMissingInText && error !== null ? `${text}\n\n${errorMarkdown(error)}` : text;
}

/** An error as harmless Markdown: it may quote a model or a search back-end. */
export function errorMarkdown(error: string): string {
  return toPlainMarkdown(error, new Set());
}

/** The speech of an answer for such callers. */
export function speechWithError({ speech, error, errorMissingInText }: Omit<AnswerParts, 'text'>): string {
  return errorMissingInText && error !== null ? `${speech} ${error}` : speech;
}
