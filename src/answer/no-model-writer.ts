import type { Writer } from '../write/writer.ts';
import { answerWordsFor } from './answer-words.ts';

/**
 * The writer of a service without a model for messages that need no search: it says that a model is missing,
 * or what the service is, in the language of the message.
 */
export const noModelWriter: Writer = {
  name: 'instant',
  needsSources: false,
  async *write({ question }) {
    const { needsModel, aboutSayso } = answerWordsFor(question, []);
    yield { type: 'text', text: question.plain === 'talk' ? aboutSayso : needsModel };
  },
};
