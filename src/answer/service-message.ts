import { toStatements } from '@sayso/markdown';
import { answerWords } from './answer-words.ts';

/**
 * Whether a sentence of an answer in this language (a BCP 47 tag) is a whole sentence that the service itself
 * added.
 */
export function isServiceMessage(sentence: string, language: string): boolean {
  return Object.values(answerWords(language)).some((text) => {
    const [before = '', after] = text.split(/\{\w+\}/);
    if (after !== undefined) return sentence.startsWith(before) && sentence.endsWith(after);
    return text.includes(sentence) && toStatements(text, 0).some((own) => own.text === sentence);
  });
}
