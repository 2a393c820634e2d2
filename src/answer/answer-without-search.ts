import type { Answerer } from '../core/events.ts';
import type { Writer } from '../write/writer.ts';
import { answerWordsForQuestion } from './answer-words.ts';
import type { AnswerDeps } from './steps.ts';

/** The steps of an answer that need no search. */
export type UnsearchedDeps = Omit<AnswerDeps, 'quotePassages' | 'correct' | 'corpus'> & {
  /** Creates an answerer from all its steps. */
  createAnswerer(deps: AnswerDeps): Answerer;
};

/**
 * Answers without a search: works on texts and on the previous answer, and talks. If there is no model, a
 * chat says so in its answer; elsewhere the answer is empty and `error` says so, as for any question.
 */
export function answerWithoutSearch({ createAnswerer, writer, ...deps }: UnsearchedDeps): Answerer {
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
  return (question, signal) => {
    const isError = writer === null && question.sent === undefined && question.plain !== 'talk';
    return (isError ? answerWithError : answerInWords)(question, signal);
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
