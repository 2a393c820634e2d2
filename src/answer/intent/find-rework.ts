import { findRequest } from './about-answer.ts';
import { languageNames } from './language-names.ts';
import { hasAny, toPlain } from './phrases.ts';

/**
 * A request to change the previous answer: another language or, without fields, another form. Which form it
 * is, the model reads in the message itself.
 */
export type ReworkRequest = {
  /** The language that the request names for the new answer, as an ISO 639-1 code. */
  readonly language?: string;
  /** The language of a request to translate that names none: that of the new answer if no other is wanted. */
  readonly askedIn?: string;
};

/**
 * Whether a message asks for another form or language of the previous answer: "make it shorter", "as a
 * list", "translate that into German". Null for every other message, and for those that may be about
 * something else: "in German". Takes linear time.
 */
export function findRework(message: string): ReworkRequest | null {
  const request = findRequest(message);
  if (request === null) return null;
  const { code, isSpaceless, lists } = request.language;
  const plain = toPlain(request.sentence, isSpaceless);
  const named = [...languageNames(code)].find(([name]) => hasAny(plain, [name]));
  if (named !== undefined) return { language: named[1] };
  return hasAny(plain, lists.translations) ? { askedIn: code } : {};
}
