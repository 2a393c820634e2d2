const HOW_TO_CONFIGURE =
  'Set MODEL_PROVIDER=ollama, or MODEL_PROVIDER and MODEL_API_KEY, or MODEL_BASE_URL and MODEL_NAME, ' +
  'or MODEL_PROVIDER=extractive for quotes from the sources.';

/** The sentences the service itself puts into an answer or beside it. Plain text, so that they read and sound alike. */
export const notes = {
  noModel: `No language model is configured, so no answer was written. ${HOW_TO_CONFIGURE}`,
  noModelYet: `No language model is configured, so questions get sources but no answer. ${HOW_TO_CONFIGURE}`,
  noSearchYet: 'No search back-end is configured, so no answer has sources. Set SEARCH_PRIMARY_URL.',
  noModelEither: 'No language model is configured to answer without a search.',
  nothingFound: 'Nothing was found on the web for this question.',
  fromMemory: 'The following comes from the language model alone, without sources.',
  unchecked:
    'The web search failed, so this answer was not checked against the web. It comes from the language model alone.',
  cut: 'The answer was cut short because time ran out.',
  nothingWritten: 'The language model wrote nothing.',
  brokenOff: 'The answer broke off:',
  noAnswer: 'No answer could be written:',
  sourcesSay: 'The sources say:',
  stale: (ageMs: number) => `This answer is ${inWords(ageMs)} old, because none could be searched for now.`,
} as const;

function inWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 100) return minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${Math.round(minutes / 60)} hours`;
}
