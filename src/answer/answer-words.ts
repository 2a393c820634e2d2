import type { Question } from '../core/question.ts';
import type { Source } from '../core/source.ts';
import { answerLanguage } from './answer-language.ts';
import { ANSWER_TEXTS } from './answer-texts.ts';

/**
 * The sentences that the service itself adds to an answer, in the answer's language, because they are spoken
 * together with it. They are plain text. Error messages are in English, as in the log.
 */
export type AnswerWords = {
  /** No source was found. */
  readonly nothingFound: string;
  /** Follows `nothingFound` and introduces the causes. */
  readonly someFailed: string;
  /** Follows `nothingFound` before an answer that the model gives without sources. */
  readonly fromMemory: string;
  /** The search failed, and the answer is the model's own. */
  readonly unchecked: string;
  /** `nothingFound`, worded for a service that searches documents instead of the web. */
  readonly nothingInDocuments: string;
  /** `unchecked`, worded for a service that searches documents instead of the web. */
  readonly uncheckedDocuments: string;
  /** Follows an answer that is not complete. */
  readonly cut: string;
  /** The first sentence of an answer that consists of passages, because no model is configured. */
  readonly noModelSetUp: string;
  /** Introduces these passages, also if the model failed. */
  readonly passagesFit: string;
  /** Spoken at the end of an answer with a number, a date or a unit that the sources contradict. */
  readonly numberDiffers: string;
  /** The reply of a service without a model to work on a text or on the previous answer. */
  readonly needsModel: string;
  /** The reply of a service without a model to a greeting or a question about itself. */
  readonly aboutSayso: string;
  /** Introduces an answer whose age is `{age}`. */
  readonly stale: string;
};

const BY_LANGUAGE: Readonly<Record<string, { readonly sentences: AnswerWords }>> = ANSWER_TEXTS;

/** The sentences for a BCP 47 tag; English for an unknown or unsupported language. */
export function answerWords(language: string): AnswerWords {
  return (BY_LANGUAGE[supportedCodeOf(language)] ?? ANSWER_TEXTS.en).sentences;
}

/** The material that the configured back-ends search: the web, or only the operator's own documents. */
export type Corpus = 'web' | 'documents';

/**
 * The sentences for a BCP 47 tag, with `nothingFound` and `unchecked` worded for the web or for documents.
 */
export function corpusWords(language: string, corpus: Corpus): AnswerWords {
  const words = answerWords(language);
  if (corpus === 'web') return words;
  return { ...words, nothingFound: words.nothingInDocuments, unchecked: words.uncheckedDocuments };
}

/** The sentences in the language of the answer to this question. */
export function answerWordsForQuestion(
  question: Question,
  sources: readonly Source[],
): AnswerWords & { readonly language: string } {
  const language = supportedCodeOf(answerLanguage(question, sources));
  return { ...answerWords(language), language };
}

/** The sentence that introduces a cached answer of this age, in milliseconds; `language` is a BCP 47 tag. */
export function toStaleSentence(ageMs: number, language: string): string {
  const minutes = Math.max(1, Math.round(ageMs / 60_000));
  const [count, unit] = minutes < 100 ? [minutes, 'minute'] : [Math.round(minutes / 60), 'hour'];
  const format = new Intl.NumberFormat(supportedCodeOf(language), {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  });
  return answerWords(language).stale.replace('{age}', format.format(count));
}

function supportedCodeOf(language: string): string {
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_LANGUAGE, code) ? code : 'en';
}
