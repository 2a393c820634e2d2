import type { Answer } from './terms.ts';

type ToldAnswer = Pick<Answer, 'text' | 'speech' | 'error' | 'errorMissingInText'>;

/**
 * The text of an answer for callers who get no field `error`: any fact that only `error` contains becomes the
 * last sentence.
 */
export function toldText({ text, error, errorMissingInText }: Omit<ToldAnswer, 'speech'>): string {
  return errorMissingInText && error !== null ? `${text}\n\n${error}` : text;
}

/** The speech of an answer for such callers. */
export function toldSpeech({ speech, error, errorMissingInText }: Omit<ToldAnswer, 'text'>): string {
  return errorMissingInText && error !== null ? `${speech} ${error}` : speech;
}
