import { toPlainMarkdown } from '@sayso/markdown';
import type { Answer } from '../core/answer.ts';

type AnswerParts = Pick<Answer, 'text' | 'speech' | 'error' | 'errorMissingInText'>;

/** The text for callers without a field `error`: what only `error` says becomes the last sentence. */
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
