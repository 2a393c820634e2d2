import { Failure } from '../../core/failure.ts';
import type { Question } from '../../core/question.ts';
import type { Source } from '../../core/source.ts';
import type { Writer, WritingTask } from '../writer.ts';
import type { Quote } from './choose.ts';
import type { ComparingChoice, ThingComparison } from './choose-for-each.ts';
import { escapeMarkdown } from './escape-markdown.ts';
import { byLanguage } from './languages.ts';

type LanguageChoice = ComparingChoice & { readonly language: string | null };

const NO_CHOICE: LanguageChoice = { quotes: [], more: [], isAnswer: false, confidence: 0, language: null };
/** The end of a sentence in Chinese or Japanese, which is not followed by a space. */
const UNSPACED_END = /[。！？]$/u;

/** The writer's own sentences in the language of the answer, as plain text. */
export type ServiceMessages = {
  /** Says that the sources do not answer the question. */
  readonly notAnswered: string;
  /** Introduces the quote that comes closest to an answer. */
  readonly closest: string;
  /** Introduces a quote that may add something to an answer. */
  readonly more: string;
  /** Follows quotes in another language than that of the answer, which is `{language}`. */
  readonly quotedIn: string;
  /** What is compared, and how two quantities compare: `AnswerWords` has the places in the sentences. */
  readonly area: string;
  readonly population: string;
  readonly figure: string;
  readonly smaller: string;
  readonly larger: string;
  readonly equal: string;
  /** ISO 639-1 code of the language of the answer. */
  readonly language: string;
};

/**
 * Answers without a model: quotes sentences of the sources verbatim with their numbers. The best one is a
 * paragraph, with the code below it if the question asks how; one for each other thing that is asked for
 * follows as a list, and another one that may add something under a line that says so. If a comparison is
 * asked for and two quotes allow it, it comes first. A model that was fitted on public questions ranks them
 * (`rankAnswers`). If none covers enough, the answer says that the sources do not answer it and quotes the
 * closest sentence. Sources in another language than the question are asked in their own
 * (`translateQuestion`), and the answer names the language of its quotes. Deterministic. Fails with
 * `model-unavailable` when no source has any text. The ranking is loaded by the first answer: with a language
 * model, it is used only if that fails.
 * @param wordsFor returns the writer's own sentences in the language of an answer
 */
export function createExtractiveWriter(
  wordsFor: (question: Question, sources: readonly Source[]) => ServiceMessages,
): Writer {
  return {
    name: 'extractive',
    needsSources: true,
    async *write(task, signal) {
      const { chooseForEach } = await import('./choose-for-each.ts');
      signal.throwIfAborted();
      const choices = byLanguage(withCompleteQuestion(task)).map((part) => ({
        ...chooseForEach(part, task.question),
        language: part.language,
      }));
      const { quotes, more, isAnswer, confidence, language, comparison } =
        choices.find((choice) => choice.isAnswer) ??
        choices.find((choice) => choice.quotes.length > 0) ??
        NO_CHOICE;
      if (quotes.length === 0 && !task.sources.some(holdsWords))
        throw new Failure('model-unavailable', 'The sources contain no text to quote.');
      const words = wordsFor(task.question, task.sources);
      const compared = comparison === undefined ? [] : [toSentence(comparison, quotes, words)];
      const found = quotes.map(cited);
      yield { type: 'text', text: isAnswer ? inAnswer([...compared, ...found]) : asClosest(found, words) };
      if (more.length > 0) yield { type: 'text', text: `\n\n${words.more}${inList(more.map(cited))}` };
      if (language !== null && quotes.length > 0)
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

function holdsWords({ passages }: Source): boolean {
  return passages.some(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** How the quantities compare, with the numbers of both sources before its full stop. */
function toSentence(
  { relation, measure, names, quantities }: ThingComparison,
  quotes: readonly Quote[],
  words: ServiceMessages,
): string {
  const values = { one: names[0], other: names[1], x: quantities[0], y: quantities[1] };
  const sentence = words[relation]
    .replaceAll('{measure}', words[measure])
    .replace(/\{(one|other|x|y)\}/g, (_, name: keyof typeof values) => escapeMarkdown(values[name]));
  const sources = quotes.map(({ index }) => `[${index}]`).join('');
  return `${sentence} ${sources}`;
}

function inAnswer([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : first + inList(others);
}

function asClosest(quotes: readonly string[], { notAnswered, closest }: ServiceMessages): string {
  const gap = UNSPACED_END.test(notAnswered) ? '' : ' ';
  return quotes.length === 0 ? notAnswered : `${notAnswered}${gap}${closest}${inList(quotes)}`;
}

function inList(texts: readonly string[]): string {
  return `\n\n- ${texts.join('\n- ')}`;
}

/** The task with a question that is complete without the conversation before it. */
function withCompleteQuestion(task: WritingTask): WritingTask {
  const { question, searchedFor = question.text } = task;
  return { ...task, question: { ...question, text: searchedFor } };
}

function cited({ text, index, code }: Quote): string {
  const quote = `“${escapeMarkdown(text)}” [${index}]`;
  return code === undefined ? quote : `${quote}\n\n\`\`\`\n${code}\n\`\`\``;
}
