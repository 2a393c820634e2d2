import type { Answerer } from '../core/run.ts';
import type { Writer } from '../write/writer.ts';
import { createAnswerer } from './answer.ts';
import { answerWordsForQuestion } from './answer-words.ts';
import type { AnswerDeps } from './steps.ts';

/**
 * Answers without a search: works on texts and on the previous answer, and talks. If there is no model, a
 * chat says so in its answer; elsewhere the answer is empty and `error` says so, as for any question.
 */
export function answerWithoutSearch({
  writer,
  ...deps
}: Omit<AnswerDeps, 'quotePassages' | 'correct' | 'corpus'>): Answerer {
  const createFor = (chosenWriter: Writer | null) =>
    createAnswerer({
      ...deps,
      writer: chosenWriter,
      quotePassages: null,
      correct: null,
      corpus: 'web',
    });
  const answerInWords = createFor(isModel(writer) ? writer : noModelWriter);
  const answerWithError = createFor(null);
  return (run) => {
    const { question } = run;
    const isError = writer === null && question.sent === undefined && question.plain !== 'talk';
    return (isError ? answerWithError : answerInWords)(run);
  };
}

/** Whether a writer is a model, which can write without sources. */
export function isModel(writer: Writer | null): writer is Writer {
  return writer?.needsSources === false;
}

/** The writer without a model for messages without a search: a model is missing, or what this is. */
const noModelWriter: Writer = {
  name: 'instant',
  needsSources: false,
  async *write({ question }) {
    const { needsModel, aboutSayso } = answerWordsForQuestion(question, []);
    yield { type: 'text', text: question.plain === 'talk' ? aboutSayso : needsModel };
  },
};
