import { countChars } from '@sayso/text/text.ts';
import { Failure } from '../../core/failure.ts';

type TextCheck = {
  readonly maxQueryChars: number;
  /** How an error message names the text; `The question` if absent. */
  readonly name?: string;
};

/**
 * The text of a question, unchanged.
 * @throws Failure `invalid-question` if it is blank or too long
 */
export function checkedText(text: string, { maxQueryChars, name = 'The question' }: TextCheck): string {
  if (text.trim() === '') throw new Failure('invalid-question', `${name} is empty.`);
  if (countChars(text) > maxQueryChars)
    throw new Failure('invalid-question', `${name} is longer than ${maxQueryChars} characters.`);
  return text;
}
