import type { OfferedFunction } from './function-call.ts';

/** The name of the function by which a model asks for a search, among the functions of a program. */
export const SEARCH_FUNCTION = 'search_the_web';

/** The function by which a model asks for an answer from the web. */
export const searchFunction: OfferedFunction = {
  name: SEARCH_FUNCTION,
  description: 'Answers a question from the web. Use it for facts and news that no other function has.',
  parameters: {
    type: 'object',
    properties: { query: { type: 'string', description: 'The question, complete in itself.' } },
    required: ['query'],
  },
};
