const HOW_TO_CONFIGURE =
  'Set MODEL_PROVIDER=ollama, or MODEL_PROVIDER and MODEL_API_KEY, or MODEL_BASE_URL and MODEL_NAME, ' +
  'or MODEL_PROVIDER=extractive for passages of the sources.';

/**
 * The service's messages when something is missing or failed. The texts are plain, so that they can be both
 * read and spoken. Texts that are part of an answer are in the answer's language (`answer-words.ts`).
 */
export const notes = {
  noModel: `No language model is configured, so no answer was written. ${HOW_TO_CONFIGURE}`,
  noModelYet: `No language model is configured, so questions get sources but no answer. ${HOW_TO_CONFIGURE}`,
  onlyWikipediaYet:
    'No search back-end is configured, so only Wikipedia is searched. Set SEARCH_PRIMARY_URL to ' +
    'search the web.',
  noSearchYet: 'No search back-end is configured, so no answer has sources. Set SEARCH_PRIMARY_URL.',
  runSetup: 'To set up what is missing, run `npx sayso setup`.',
  noModelEither: 'No language model is configured to answer without a search.',
  nothingWritten: 'The language model wrote nothing.',
  brokenOff: 'The answer broke off:',
  noAnswer: 'No answer could be written:',
} as const;
