import { Failure } from '../../core/failure.ts';
import { type Inquiry, toQuestion } from '../../core/question.ts';
import type { Question } from '../../core/terms.ts';
import { countChars } from '../../core/text.ts';
import type { FaceCall } from './face-parts.ts';
import { asksAfresh, readerOf, withinWait } from './wishes.ts';

/** The length of the longest question, and the name of the question in error messages. */
type TextLimits = { readonly maxQueryChars: number; readonly name?: string };

/**
 * The text of a question.
 * @throws Failure `invalid-question` if it is blank or too long
 */
export function checkedText(text: string, { maxQueryChars, name = 'The question' }: TextLimits): string {
  if (text.trim() === '') throw new Failure('invalid-question', `${name} is empty.`);
  if (countChars(text) > maxQueryChars)
    throw new Failure('invalid-question', `${name} is longer than ${maxQueryChars} characters.`);
  return text;
}

/**
 * The question of a request, with what its headers ask for: no cached answer (`Cache-Control`), the language
 * of the browser (`Accept-Language`), and the longest wait (`Prefer`), which the reply confirms.
 * @throws Failure `invalid-question` if it is blank or too long; `name` is the name of its field in the
 * message
 */
export function questionOfCall(
  asked: Omit<Inquiry, 'id'>,
  { request, reply }: Pick<FaceCall, 'request' | 'reply'>,
  limits: TextLimits,
): Question {
  checkedText(asked.text, limits);
  const question = toQuestion({ ...asked, id: request.id });
  const wished = { ...question, ...readerOf(request), fresh: asksAfresh(request) };
  return withinWait(wished, request, reply);
}
