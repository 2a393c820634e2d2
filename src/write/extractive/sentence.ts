import { type AnswerSentence, rankAnswers } from '../../lib/passages/index.ts';
import { toWords } from '../../lib/text/words.ts';
import type { WritingTask } from '../writer.ts';
import { toQuote } from './quote.ts';

/** A sentence of a source that could be quoted: its text is readable but not escaped. */
export type Sentence = Pick<
  AnswerSentence,
  'text' | 'index' | 'at' | 'place' | 'paragraph' | 'chance' | 'defines'
> & {
  /** From `toWords`. */
  readonly words: readonly string[];
};

const WORD = /[\p{L}\p{N}]/u;

/** All sentences of the sources, those first that most likely answer the question. */
export function toSentences({ question, sources }: Pick<WritingTask, 'question' | 'sources'>): Sentence[] {
  return rankAnswers(question.text, sources).sentences.flatMap((sentence) => {
    const text = toQuote(sentence.text);
    return WORD.test(text) ? { ...sentence, text, words: toWords(text) } : [];
  });
}
