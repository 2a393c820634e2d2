import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import type { Source } from '../../core/source.ts';
import type { Writer, WritingTask } from '../writer.ts';
import type { Quote } from './choose.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { byLanguage } from './languages.ts';

const NOTHING = { quotes: [], isAnswer: false, confidence: 0, language: null };
/** The end of a sentence in Chinese or Japanese, which is not followed by a space. */
const UNSPACED_END = /[。！？]$/u;

/** The writer's own sentences in the language of the answer, as plain text. */
export type ServiceMessages = {
  /** Says that the sources do not answer the question. */
  readonly notAnswered: string;
  /** Introduces the quotes that come closest to an answer. */
  readonly closest: string;
  /** Follows quotes in another language than that of the answer, which is `{language}`. */
  readonly quotedIn: string;
  /** ISO 639-1 code of the language of the answer. */
  readonly language: string;
};

/**
 * Answers without a model: quotes sentences of the sources verbatim with their numbers. The best one is a
 * paragraph, with the code below it if the question asks how; another one, or one for each other thing that
 * is asked for, follows as a list. A model that was fitted on
 * public questions ranks them (`rankAnswers`). If none covers enough of the question, the answer says that
 * the sources do not answer it and lists the closest sentences. Sources in another language than the question
 * are asked in their own (`translateQuestion`), and the answer names the language of its quotes.
 * Deterministic. Fails with `model-unavailable` when no source has any text. The ranking is loaded by the
 * first answer: with a language model, it is used only if that fails.
 * @param wordsFor returns the writer's own sentences in the language of an answer
 */
export function createExtractiveWriter(
  wordsFor: (question: Question, sources: readonly Source[]) => ServiceMessages,
): Writer {
  return {
    name: 'extractive',
    needsSources: true,
    async *write(task, signal) {
      const { choose } = await import('./choose.ts');
      signal.throwIfAborted();
      const choices = byLanguage(alone(task)).map(({ language, ...part }) => ({
        ...choose(part, task.question),
        language,
      }));
      const { quotes, isAnswer, confidence, language } =
        choices.find((choice) => choice.isAnswer) ??
        choices.find((choice) => choice.quotes.length > 0) ??
        NOTHING;
      if (quotes.length === 0 && !task.sources.some(holdsWords))
        throw new Failure('model-unavailable', 'The sources contain no text to quote.');
      const words = isAnswer && language === null ? null : wordsFor(task.question, task.sources);
      const texts = isAnswer || words === null ? inAnswer(quotes) : asClosest(quotes.map(withoutCode), words);
      for (const text of texts) yield { type: 'text', text };
      if (words !== null && language !== null && quotes.length > 0)
        yield { type: 'text', text: `\n\n${languageLine(words, language)}` };
      yield { type: 'confidence', confidence };
      yield { type: 'usage', tokens: 0 };
    },
  };
}

/** The language of the quotes, in the words of the answer. */
function languageLine({ quotedIn, language: own }: ServiceMessages, language: string): string {
  const names = new Intl.DisplayNames(own, { type: 'language' });
  return quotedIn.replace('{language}', names.of(language) ?? language);
}

function withoutCode({ text, index }: Quote): Quote {
  return { text, index };
}

function holdsWords({ passages }: Source): boolean {
  return passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function inAnswer(quotes: readonly Quote[]): string[] {
  return quotes.map((quote, at) => (at === 0 ? '' : at === 1 ? '\n\n- ' : '\n- ') + cited(quote));
}

function asClosest(quotes: readonly Quote[], { notAnswered, closest }: ServiceMessages): string[] {
  if (quotes.length === 0) return [notAnswered];
  const gap = UNSPACED_END.test(notAnswered) ? '' : ' ';
  return [`${notAnswered}${gap}${closest}\n`, ...quotes.map((quote) => `\n- ${cited(quote)}`)];
}

/** The task with a question that is complete without the conversation before it. */
function alone(task: WritingTask): WritingTask {
  const { question, searchedFor = question.text } = task;
  return { ...task, question: { ...question, text: searchedFor } };
}

function cited({ text, index, code }: Quote): string {
  const quote = `“${escapeMarkdown(text)}” [${index}]`;
  return code === undefined ? quote : `${quote}\n\n\`\`\`\n${code}\n\`\`\``;
}
