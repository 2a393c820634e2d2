/** Messages of Ollama and its runners for a prompt that is longer than the window, also in nested errors. */
const TOO_LONG = /exceeds? the (?:available )?context|context (?:length|size|window)|exceed_context_size/i;

/** OpenAI's code for an error that Ollama describes in words; empty if only its status matters. */
export function ollamaErrorCode(words: string): string {
  return TOO_LONG.test(words) ? 'context_length_exceeded' : '';
}
