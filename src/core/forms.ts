import type { Answer, Question } from './terms.ts';

/** Writes a whole answer in one form. */
export type FormWriter = (answer: Answer, question: Question) => string;

/** The forms of a whole answer other than the JSON of the contract, by media type. */
export type Forms = Readonly<
  Record<'text/plain' | 'text/markdown' | 'text/html' | 'application/ssml+xml', FormWriter>
>;
